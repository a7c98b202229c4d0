/** What a piece of text means; how that looks is decided here alone. */
export type Tone = 'plain' | 'dim' | 'strong' | 'good' | 'warning' | 'bad'

const codes = { plain: '', dim: '2', strong: '1', good: '32', warning: '33', bad: '31' } as const

export type Paint = (text: string, tone: Tone) => string

/** Colours for a terminal, or none. */
export function painter(colour: 'colour' | 'none'): Paint {
  if (colour === 'none') return (text) => text
  return (text, tone) =>
    tone === 'plain' || text.trim() === '' ? text : `\u001b[${codes[tone]}m${text}\u001b[0m`
}
