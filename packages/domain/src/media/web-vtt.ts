import { plainText } from '@gridloom/contract/core/plain-text'

/** A text that is shown for a while. */
export interface Cue {
  readonly startMs: number
  readonly endMs: number
  readonly lines: readonly string[]
}

const cuesMax = 10_000
const linesMax = 6
const lineCharsMax = 300
const timing =
  /^(?:(\d{2,3}):)?([0-5]\d):([0-5]\d)\.(\d{3})[ \t]+-->[ \t]+(?:(\d{2,3}):)?([0-5]\d):([0-5]\d)\.(\d{3})(?:[ \t].*)?$/

/** Why captions cannot be read; the message is for their author. */
export class BrokenCaptions extends Error {
  override readonly name = 'BrokenCaptions'
}

/**
 * Reads the cues of a WebVTT file. Styles, regions, notes, settings, and every tag within a cue are dropped: what is left
 * is text. Source: W3C, "WebVTT", section 4.
 * @throws BrokenCaptions
 */
export function readWebVtt(file: string): Cue[] {
  const text = file.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  if (!/^WEBVTT(?:[ \t\n]|$)/.test(text))
    throw new BrokenCaptions('The file does not begin with WEBVTT.')
  const cues: Cue[] = []
  for (const block of text.split(/\n{2,}/).slice(1)) {
    const lines = block.split('\n').filter((line) => line !== '')
    const at = lines.findIndex((line) => line.includes('-->'))
    if (at === -1 || at > 1) continue
    cues.push(readCue(lines[at] ?? '', lines.slice(at + 1)))
    if (cues.length > cuesMax) throw new BrokenCaptions(`There are more than ${cuesMax} cues.`)
  }
  if (cues.length === 0) throw new BrokenCaptions('There is no cue in it.')
  return cues
}

/** Writes cues as WebVTT. The text of a cue can contain no tag and no timing. Pure. */
export function writeWebVtt(cues: readonly Cue[]): string {
  const blocks = cues.map(
    ({ startMs, endMs, lines }) =>
      `${timeOf(startMs)} --> ${timeOf(endMs)}\n${lines.map(escaped).join('\n')}`,
  )
  return `${['WEBVTT', ...blocks].join('\n\n')}\n`
}

function readCue(time: string, lines: readonly string[]): Cue {
  const [, ...parts] = timing.exec(time) ?? []
  if (parts.length === 0)
    throw new BrokenCaptions(`This is not a time range: ${plainText(time, 60)}`)
  const [startMs, endMs] = [msOf(parts.slice(0, 4)), msOf(parts.slice(4, 8))]
  if (endMs <= startMs) throw new BrokenCaptions(`This cue ends before it begins: ${time}`)
  const shown = lines.map(plainLine).filter((line) => line !== '')
  if (shown.length > linesMax) throw new BrokenCaptions(`A cue has more than ${linesMax} lines.`)
  return { startMs, endMs, lines: shown }
}

function msOf([hours = '0', minutes = '0', seconds = '0', ms = '0']: readonly string[]): number {
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000 + Number(ms)
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&nbsp;': ' ',
  '&lrm;': '',
  '&rlm;': '',
}

function plainLine(line: string): string {
  const text = line.replace(/<[^>]*>?/g, '')
  const read = text.replace(/&(?:amp|lt|gt|nbsp|lrm|rlm);/g, (entity) => entities[entity] ?? '')
  return plainText(read.trim(), lineCharsMax)
}

function escaped(line: string): string {
  return line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function timeOf(ms: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const seconds = Math.floor(ms / 1_000)
  const clock = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
  return `${clock.map(two).join(':')}.${String(ms % 1_000).padStart(3, '0')}`
}
