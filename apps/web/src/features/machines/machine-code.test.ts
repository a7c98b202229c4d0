import { describe, expect, it } from 'vitest'
import { aMachine } from '../../testing/samples.ts'
import { machineCode } from './machine-code.ts'

describe('machineCode', () => {
  it('offers to list or to unlist, depending on the machine’s state', () => {
    expect(names(aMachine({ listed: true }))).toContain('Unlist the machine')
    expect(names(aMachine({ listed: false }))).toContain('List the machine')
  })

  it('writes prices in dollars without an exponent', () => {
    const line = machineCode(aMachine()).find(({ name }) => name === 'Set its prices')?.cli
    expect(line).toContain('--gpu-slot 0.42')
    expect(line).toContain('--stopped-disk-gb 0.00007')
  })

  it('quotes a name that contains a space', () => {
    const line = machineCode(aMachine({ name: 'my box' })).at(-1)?.cli
    expect(line).toBe("gridloom machines remove 'my box'")
  })
})

function names(machine: ReturnType<typeof aMachine>) {
  return machineCode(machine).map(({ name }) => name)
}
