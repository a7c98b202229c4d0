import { systemClock, type Timers } from '@gridloom/async/clock'

/** Waits before each further try, in milliseconds. */
const pausesMs = [150, 400, 1_000, 2_000] as const

/**
 * Loads code with a dynamic import, and tries again for a few seconds while it cannot be fetched: a
 * browser gives every request up the moment a network device comes or goes. Rejects with the last
 * try's error.
 */
export async function retryImport<Code>(
  load: () => Promise<Code>,
  timers: Timers = systemClock,
): Promise<Code> {
  for (const pauseMs of pausesMs) {
    const code = await attempt(load)
    if (code.loaded) return code.value
    await new Promise<void>((resolve) => timers.after(pauseMs, resolve))
  }
  return load()
}

async function attempt<Code>(
  load: () => Promise<Code>,
): Promise<{ loaded: true; value: Code } | { loaded: false }> {
  try {
    return { loaded: true, value: await load() }
  } catch {
    // @NOTE told by the last try, if that fails too
    return { loaded: false }
  }
}
