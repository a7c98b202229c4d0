import { harmlessLine } from './harmless.ts'

/** The meaning of a piece of text; only this file decides how it looks. */
export type Tone = 'plain' | 'dim' | 'strong' | 'good' | 'warning' | 'bad'

const codes = { plain: '', dim: '2', strong: '1', good: '32', warning: '33', bad: '31' } as const

export type Paint = (text: string, tone: Tone) => string

/** Adds colours for a terminal, or none, to text without control characters. */
export function painter(colour: 'colour' | 'none'): Paint {
  if (colour === 'none') return harmlessLine
  return (text, tone) => {
    const line = harmlessLine(text)
    return tone === 'plain' || line.trim() === '' ? line : `\u001b[${codes[tone]}m${line}\u001b[0m`
  }
}
