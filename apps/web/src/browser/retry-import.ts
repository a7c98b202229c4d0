import { systemClock, type Timers } from '@gridloom/async/clock'

/** Delays before each retry, in milliseconds. */
const pausesMs = [150, 400, 1_000, 2_000] as const

/**
 * Loads code with a dynamic import and retries for a few seconds: a browser aborts every request when a network
 * interface appears or disappears. Rejects with the last attempt's error.
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
    // @NOTE the last attempt rejects with its error if it fails too
    return { loaded: false }
  }
}
