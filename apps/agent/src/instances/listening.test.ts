import { agentLimits } from '@gridloom/contract/core/agent-limits'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listeningPorts } from './listening.ts'

const header =
  '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode'

/** In the form of kernel 6.18. */
const recorded = `${header}
   0: 0B00007F:A6C5 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 51717 1 0 100 0 0 10 0
   1: 00000000:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 51811 1 0 100 0 0 10 0
   2: 0100007F:0CEA 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 51812 1 0 100 0 0 10 0
   3: 0100007F:1F90 0100007F:A2C4 01 00000000:00000000 00:00000000 00000000     0        0 51900 1 0 20 4 30 10 -1

${header}
   0: 00000000000000000000000000000000:0016 00000000000000000000000000000000:0000 0A 00000000:00000000 00:00000000 00000000 0 0 51813 1 0 100 0 0 10 0
   1: 00000000000000000000000001000000:0CEB 00000000000000000000000000000000:0000 0A 00000000:00000000 00:00000000 00000000 0 0 51814 1 0 100 0 0 10 0
   2: 0000000000000000FFFF00000100007F:0CEC 00000000000000000000000000000000:0000 0A 00000000:00000000 00:00000000 00000000 0 0 51815 1 0 100 0 0 10 0
`

describe('ports that listen', () => {
  it('are those of listeners alone, by number, without the name server of the engine', () => {
    expect(listeningPorts(recorded)).toEqual([
      { port: 22, address: 'any' },
      { port: 3306, address: 'loopback' },
      { port: 3307, address: 'loopback' },
      { port: 3308, address: 'loopback' },
      { port: 8080, address: 'any' },
    ])
  })

  it('are reachable from outside if one of several listeners is', () => {
    const both = [line('0100007F', 80), line('0200D50A', 80), line('0100007F', 80)]
    expect(listeningPorts(both.join('\n'))).toEqual([{ port: 80, address: 'any' }])
  })

  it('are at most a thousand, the lowest ones', () => {
    const all = Array.from({ length: 65_535 }, (_, at) => line('00000000', 65_535 - at))
    const ports = listeningPorts(all.join('\n'))
    expect(ports).toHaveLength(agentLimits.listeningPorts)
    expect(ports.map(({ port }) => port).slice(0, 3)).toEqual([1, 2, 3])
  })

  it.each([
    ['nothing', ''],
    ['port 0', line('00000000', 0)],
    ['a longer address', line('0000000000', 80)],
    ['lower case', line('0100007f', 80)],
    ['a line cut short', '   0: 00000000:1F90 00000000:0000 0'],
    ['another state', line('00000000', 80).replace(' 0A ', ' 01 ')],
    ['control characters', '\u0000\u001b[2J\r\n\u2028'],
  ])('are none in %s', (_what, tables) => {
    expect(listeningPorts(tables)).toEqual([])
  })

  it('are valid whatever a table contains', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .array(fc.constantFrom('0: ', '00000000', ':', ' 0A ', '1F90', '\n', ' '))
        .map((it) => it.join('')),
    )
    fc.assert(
      fc.property(texts, (tables) => {
        const ports = listeningPorts(tables).map(({ port }) => port)
        expect(ports).toEqual([...new Set(ports)].sort((one, other) => one - other))
        expect(ports.every((port) => port >= 1 && port <= 65_535)).toBe(true)
      }),
    )
  })

  it('are found in a table of two megabytes without delay', () => {
    const long = `${' '.repeat(500_000)}0: ${'0'.repeat(1_500_000)}`
    const began = performance.now()
    expect(listeningPorts(long)).toEqual([])
    expect(performance.now() - began).toBeLessThan(500)
  })
})

function line(address: string, port: number): string {
  const hex = port.toString(16).toUpperCase().padStart(4, '0')
  return `   0: ${address}:${hex} 00000000:0000 0A 00000000:00000000 00:00000000 00000000 0 0 1 1 0`
}
