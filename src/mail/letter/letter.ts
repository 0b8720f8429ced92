/** A letter as both of its forms, plain text and HTML, show it. */

/** A labelled value; `href` is where it leads, a telephone number or an e-mail address; `linkText` stands for the value where it is a link. */
export interface Fact {
  readonly label: string;
  readonly value: string;
  readonly href?: string;
  readonly linkText?: string;
}

/** A line of the price. */
export interface PriceLine {
  readonly label: string;
  readonly amount: string;
}

export interface Section {
  readonly heading: string;
  readonly facts?: readonly Fact[];
  readonly lines?: readonly PriceLine[];
  /** The last of the lines. */
  readonly total?: PriceLine;
  readonly sentences?: readonly string[];
}

export interface Letter {
  /** BCP 47 tag. */
  readonly tag: string;
  /** One line. */
  readonly subject: string;
  /** Says that it is a test; null: it is none. */
  readonly notice: string | null;
  readonly title: string;
  readonly greeting: string | null;
  readonly text: string;
  readonly reference: Fact;
  readonly sections: readonly Section[];
  readonly footer: string | null;
}
