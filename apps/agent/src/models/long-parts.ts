import { type AnswerPart, partTextCharsMax } from '@gridloom/contract/agent/models'

/** A part with text. */
type TextPart = Extract<AnswerPart, { kind: 'text' | 'reasoning' }>

/** Whether a part has more text than one may have. */
export function isLong(part: AnswerPart): part is TextPart {
  const hasText = part.kind === 'text' || part.kind === 'reasoning'
  return hasText && part.text.length > partTextCharsMax
}

/** Splits a long part; the first piece has all its tokens. */
export function* piecesOf(part: TextPart): Generator<AnswerPart> {
  yield { ...part, text: part.text.slice(0, partTextCharsMax) }
  const { kind, choice } = part
  const same = { kind, tokens: 0, ...(choice !== undefined && { choice }) }
  for (let at = partTextCharsMax; at < part.text.length; at += partTextCharsMax)
    yield { ...same, text: part.text.slice(at, at + partTextCharsMax) }
}
