/** A letter as plain text: complete, for those who read no HTML. Lines are as long as their sentences; programs wrap them. */
import type { Letter, PriceLine, Section } from './letter/letter.ts';

export function letterAsText(letter: Letter): string {
  const { notice, title, greeting, text, reference, sections, footer } = letter;
  const blocks = [
    notice === null ? '' : `*** ${notice} ***`,
    greeting ?? '',
    `${title}. ${text}`,
    `${reference.label}: ${reference.value}`,
    ...sections.map(sectionAsText),
    footer === null ? '' : `-- \n${footer}`,
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function sectionAsText({ heading, facts = [], lines = [], total, sentences = [] }: Section): string {
  const rows = [
    ...sentences,
    ...facts.map(({ label, value }) => `${label}: ${value}`),
    ...[...lines, ...(total ? [total] : [])].map(lineAsText),
  ];
  return [heading.toUpperCase(), ...rows].join('\n');
}

function lineAsText({ label, amount }: PriceLine): string {
  return `${label}: ${amount}`;
}
