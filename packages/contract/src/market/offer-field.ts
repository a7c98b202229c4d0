/** How a number is written in queries, tables and CSV; its values are stored in the unit's base. */
export type OfferUnit =
  | 'count'
  | 'score'
  | 'mib'
  | 'gb'
  | 'mbps'
  | 'mb_s'
  | 'gb_s'
  | 'tflops'
  | 'mhz'
  | 'watts'
  | 'ms'
  | 's'
  | 'days'
  | 'percent'
  | 'usd'

/**
 * Where a value comes from. `reported`: by the machine's agent, unverified. `measured`: by a benchmark. `provider`: set
 * or declared by the provider. `observed`: by the control plane, such as its records of uptime.
 */
export type OfferFieldSource = 'reported' | 'measured' | 'provider' | 'observed'

interface AnyField {
  /** The column's title. */
  readonly title: string
  /** One sentence for help and completion. */
  readonly about: string
  /** Other names in queries. */
  readonly aliases: readonly string[]
  /** The name of its parameters, without `_min`, `_max` and `_not`. */
  readonly param: string
  readonly source: OfferFieldSource
}

/** Compared with `>=`, `<=`, `>`, `<` and `=`; parameters `{param}_min` and `{param}_max`. */
export interface NumberOfferField extends AnyField {
  readonly type: 'number'
  readonly unit: OfferUnit
  /** The smallest difference between two values, in the unit's base: `<` is `<=` one step below. */
  readonly step: number
  /** The order that a first click sorts by. */
  readonly best: 'high' | 'low'
  /** Distinct values as facets; otherwise only the lowest and the highest one. */
  readonly facet?: 'values'
}

/** A version of up to three numbers, compared number by number; parameters as for numbers. */
export interface VersionOfferField extends AnyField {
  readonly type: 'version'
  readonly best: 'high'
}

/**
 * A text. `words`: any of the values, each found at the limits of words, without regard to case; `{param}` and
 * `{param}_not`. `code`: any of the values, without regard to case; the same parameters. `exact`: one value as it is.
 */
export interface TextOfferField extends AnyField {
  readonly type: 'text'
  readonly match: 'words' | 'code' | 'exact'
}

/** Yes or no. */
export interface FlagOfferField extends AnyField {
  readonly type: 'flag'
}

export type OfferField = NumberOfferField | VersionOfferField | TextOfferField | FlagOfferField
