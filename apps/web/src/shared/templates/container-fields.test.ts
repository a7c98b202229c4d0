import type { Readiness } from '@gridloom/contract/templates/container-fields'
import { describe, expect, it } from 'vitest'
import { envRowsOf, toEnvironment } from './env-rows.ts'
import { readinessText } from './launch-words.ts'
import { readPorts } from './read-ports.ts'
import { emptyReadiness, readinessDraftOf, toReadiness } from './readiness-draft.ts'

describe('environment rows', () => {
  it('count only with a name, which is trimmed; values stay as typed', () => {
    const rows = [
      { row: 1, name: ' A ', value: ' 1 ' },
      { row: 2, name: '', value: 'lost' },
      { row: 3, name: 'B', value: '' },
    ]
    expect(toEnvironment(rows)).toEqual({ A: ' 1 ', B: '' })
  })

  it('show an environment and give the same back', () => {
    const env = { EPOCHS: '12', NAME: '' }
    expect(toEnvironment(envRowsOf(env))).toEqual(env)
  })
})

describe('ports', () => {
  it('can be separated by commas, spaces or newlines', () => {
    expect(readPorts('80, 443\n8080')).toEqual([80, 443, 8080])
  })

  it('are empty when nothing is typed', () => {
    expect(readPorts('  ')).toEqual([])
  })
})

describe('a readiness check', () => {
  it.each<Readiness>([
    { kind: 'started' },
    { kind: 'tcp', port: 22, timeout_s: 30 },
    { kind: 'http', port: 8188, path: '/health?full=1', timeout_s: 600 },
    { kind: 'exec', command: ['sh', '-c', 'test -f /ok && true'], timeout_s: 5 },
    { kind: 'exec', command: ['/opt/ray/bin/ray', 'status', '', "it's"], timeout_s: 900 },
  ])('is the same after it was shown: %j', (check) => {
    expect(toReadiness(readinessDraftOf(check))).toEqual(check)
  })

  it('runs a changed command in a shell', () => {
    const shown = readinessDraftOf({ kind: 'exec', command: ['ray', 'status'], timeout_s: 5 })
    expect(shown.command).toBe('ray status')
    expect(toReadiness({ ...shown, command: 'ray status | grep up' })).toMatchObject({
      command: ['sh', '-c', 'ray status | grep up'],
    })
  })

  it('without a port or a time limit has none, which is refused', () => {
    expect(toReadiness({ ...emptyReadiness, kind: 'tcp', timeoutS: '' })).toEqual({
      kind: 'tcp',
      port: Number.NaN,
      timeout_s: Number.NaN,
    })
  })

  it('is described in words', () => {
    expect(readinessText({ kind: 'exec', command: ['sh', '-c', 'nc -z :: 1'], timeout_s: 5 })).toBe(
      'nc -z :: 1 exits with 0, within 5 s',
    )
  })
})
