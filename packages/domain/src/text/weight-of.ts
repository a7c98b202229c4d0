/** The characters that X counts once. Source: docs.x.com, "Counting characters" (twitter-text, version 3). */
const light = [
  [0, 4_351],
  [8_192, 8_205],
  [8_208, 8_223],
  [8_242, 8_247],
] as const
const emoji = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u

/** What X counts a grapheme as. An emoji counts twice however many characters it has. */
export function weightOf(grapheme: string): number {
  if (emoji.test(grapheme)) return 2
  let weight = 0
  for (const character of grapheme) {
    const point = character.codePointAt(0) ?? 0
    weight += light.some(([from, to]) => point >= from && point <= to) ? 1 : 2
  }
  return weight
}
