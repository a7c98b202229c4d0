/// <reference path="./bidi-js.d.ts" />
import bidiFactory from 'bidi-js'

/** The fonts that text is set in, in the order in which they are asked for a character. */
export type Face = 'latin' | 'arabic' | 'emoji'
export const faces = ['latin', 'arabic', 'emoji'] as const satisfies readonly Face[]

/** Whether a font has a glyph of a character. */
export type HasGlyph = (face: Face, codePoint: number) => boolean

/** A part of a line in one font and one direction, in the order in which it is drawn from left to right. */
export interface TextRun {
  readonly face: Face
  readonly text: string
}

const bidi = bidiFactory()

/** Characters that belong to the one before: marks, variation selectors, joiners, skin tones. */
const joins = /^(?:\p{M}|\u200c|\u200d|\ufe0e|\ufe0f|[\u{1f3fb}-\u{1f3ff}])$/u
const hasRtl = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u

/**
 * Cuts one line into runs from left to right, by the Unicode Bidirectional Algorithm (UAX #9). Characters that no font has
 * become `?`. Letters of a right-to-left run stay in their logical order: shaping turns them round.
 */
export function textRuns(line: string, hasGlyph: HasGlyph): TextRun[] {
  const runs = logicalRuns(line, hasGlyph)
  if (!hasRtl.test(line)) return runs
  return reordered(runs).map(({ level, face, text }) => ({
    face,
    text: level % 2 === 1 && !hasRtl.test(text) ? mirrored(text) : text,
  }))
}

interface LevelRun extends TextRun {
  readonly level: number
}

function logicalRuns(line: string, hasGlyph: HasGlyph): LevelRun[] {
  const levels = hasRtl.test(line) ? bidi.getEmbeddingLevels(line).levels : undefined
  const runs: { face: Face; text: string; level: number }[] = []
  let at = 0
  for (const sign of line) {
    const level = levels?.[at] ?? 0
    at += sign.length
    const last = runs.at(-1)
    const face = faceOf(sign, { hasGlyph, before: last?.face })
    const text = face === undefined ? '?' : sign
    if (last !== undefined && last.level === level && (face ?? 'latin') === last.face)
      last.text += text
    else runs.push({ face: face ?? 'latin', text, level })
  }
  return runs
}

function faceOf(
  sign: string,
  { hasGlyph, before }: { hasGlyph: HasGlyph; before: Face | undefined },
): Face | undefined {
  const codePoint = sign.codePointAt(0) ?? 0
  if (before !== undefined && joins.test(sign) && hasGlyph(before, codePoint)) return before
  // A space has the font of the word before it, so that words of one script stay one run.
  if (sign === ' ' && before !== undefined && before !== 'emoji') return before
  return faces.find((face) => hasGlyph(face, codePoint))
}

/** Rule L2 of UAX #9, over runs: from the highest level down to the lowest odd one, turns each sequence round. */
function reordered(runs: readonly LevelRun[]): LevelRun[] {
  const ordered = [...runs]
  const highest = Math.max(...ordered.map(({ level }) => level))
  for (let level = highest; level >= 1; level -= 1)
    for (let from = 0; from < ordered.length; from += 1) {
      let to = from
      while ((ordered[to]?.level ?? -1) >= level) to += 1
      if (to > from) ordered.splice(from, to - from, ...ordered.slice(from, to).reverse())
      from = Math.max(from, to)
    }
  return ordered
}

/** Neutral characters between right-to-left words: turned round, brackets mirrored. */
function mirrored(text: string): string {
  return Array.from(text, (sign) => bidi.getMirroredCharacter(sign) ?? sign)
    .reverse()
    .join('')
}
