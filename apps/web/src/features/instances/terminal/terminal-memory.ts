import { type InstanceId, TerminalId } from '@gridloom/contract/core/ids'

/** The part of the session storage API in use. */
export type Memory = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * Stores which terminal this tab has open on an instance, so that a reload returns to the same shell. Session storage
 * is per tab: two tabs have two shells.
 */
export function terminalMemory(memory: Memory, instanceId: InstanceId) {
  const key = `gridloom.terminal.${instanceId}`
  return {
    read(): TerminalId | undefined {
      return TerminalId.safeParse(attempt(() => memory.getItem(key))).data
    },
    write(terminalId: TerminalId): void {
      attempt(() => memory.setItem(key, terminalId))
    },
    forget(): void {
      attempt(() => memory.removeItem(key))
    },
  }
}
export type TerminalMemory = ReturnType<typeof terminalMemory>

function attempt<T>(use: () => T): T | undefined {
  try {
    return use()
  } catch {
    // @NOTE storage may be blocked or full; the terminal works without it, and a reload opens a new shell
    return undefined
  }
}
