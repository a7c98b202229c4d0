import { InstanceId, TerminalId } from '@gridloom/contract/core/ids'
import { describe, expect, it } from 'vitest'
import { sampleId } from '../../../testing/samples.ts'
import { type Memory, terminalMemory } from './terminal-memory.ts'

const instance = InstanceId.parse(sampleId('ins', 1))
const terminal = TerminalId.parse(sampleId('trm', 7))

describe('the memory of a tab’s terminal', () => {
  it('returns the open terminal after a reload', () => {
    const memory = tabMemory()
    terminalMemory(memory, instance).write(terminal)
    expect(terminalMemory(memory, instance).read()).toBe(terminal)
  })

  it('returns nothing for another instance', () => {
    const memory = tabMemory()
    terminalMemory(memory, instance).write(terminal)
    expect(terminalMemory(memory, InstanceId.parse(sampleId('ins', 2))).read()).toBeUndefined()
  })

  it('forgets a shell that has ended', () => {
    const memory = tabMemory()
    const own = terminalMemory(memory, instance)
    own.write(terminal)
    own.forget()
    expect(own.read()).toBeUndefined()
  })

  it('ignores a stored value that is not a terminal id', () => {
    const memory = tabMemory()
    memory.setItem(`gridloom.terminal.${instance}`, '<script>')
    expect(terminalMemory(memory, instance).read()).toBeUndefined()
  })

  it('returns nothing when storage is blocked, so that a reload opens a new shell', () => {
    const own = terminalMemory(forbiddenMemory, instance)
    own.write(terminal)
    own.forget()
    expect(own.read()).toBeUndefined()
  })
})

const forbiddenMemory: Memory = {
  getItem: () => refuse(),
  setItem: () => refuse(),
  removeItem: () => refuse(),
}

function refuse(): never {
  throw new DOMException('denied', 'SecurityError')
}

function tabMemory(): Memory {
  const held = new Map<string, string>()
  return {
    getItem: (key) => held.get(key) ?? null,
    setItem: (key, value) => void held.set(key, value),
    removeItem: (key) => void held.delete(key),
  }
}
