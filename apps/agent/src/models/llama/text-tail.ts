/**
 * Text that is searched for stop strings before it is emitted: what could begin one is held back until it is decided.
 * When one is found, neither it nor anything after it is emitted.
 */
export interface TextTail {
  /** Returns the text that can be emitted now. */
  push(text: string): { text: string; stopped: boolean }
  /** Returns the text that was held back, at the end. */
  rest(): string
}

export function createTextTail(stops: readonly string[]): TextTail {
  const sought = stops.filter((stop) => stop !== '')
  let held = ''
  return {
    push: (text) => {
      held += text
      const at = firstOf(held, sought)
      const end = at ?? held.length - beginningAtEnd(held, sought)
      const out = held.slice(0, end)
      held = at === undefined ? held.slice(end) : ''
      return { text: out, stopped: at !== undefined }
    },
    rest: () => {
      const out = held
      held = ''
      return out
    },
  }
}

function firstOf(text: string, stops: readonly string[]): number | undefined {
  const found = stops.map((stop) => text.indexOf(stop)).filter((at) => at >= 0)
  return found.length === 0 ? undefined : Math.min(...found)
}

/** Returns the length of the longest end of the text that a stop string begins with. */
function beginningAtEnd(text: string, stops: readonly string[]): number {
  return Math.max(0, ...stops.map((stop) => overlap(text, stop)))
}

function overlap(text: string, stop: string): number {
  for (let length = Math.min(stop.length - 1, text.length); length > 0; length -= 1) {
    if (text.endsWith(stop.slice(0, length))) return length
  }
  return 0
}
