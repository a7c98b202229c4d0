const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Yields what readers see as one character each, in order. Source: UAX 29. */
export function* graphemesOf(text: string): Generator<string> {
  for (const { segment } of segmenter.segment(text)) yield segment
}
