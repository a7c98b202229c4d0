import { type InstanceId, TerminalId } from '@gridloom/contract/core/ids'

/** The part of the browser's session storage that is needed here. */
export type Memory = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * Remembers which terminal this tab has open on an instance, so that a reload finds the same shell.
 * Session storage is per tab: two tabs have two shells.
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
    // @NOTE storage may be forbidden or full; the terminal then works and a reload begins anew
    return undefined
  }
}
