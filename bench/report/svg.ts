/** A chart as a picture. */
import { logger, parse, View } from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';

export async function svgOf(chart: TopLevelSpec): Promise<string> {
  // Its warnings are about pictures that change.
  const { spec } = compile(chart, { logger: logger(0) });
  return await new View(parse(spec), { renderer: 'none' }).toSVG();
}
