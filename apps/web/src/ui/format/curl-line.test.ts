import { execFileSync } from 'node:child_process'
import { api } from '@gridloom/contract/api'
import { describe, expect, it } from 'vitest'
import { curlLine } from './curl-line.ts'

const origin = 'https://grid.example'

describe('curlLine', () => {
  it('writes a GET without a body, and the token as a variable', () => {
    const line = curlLine(api.machines.read, { params: { id: 'mch_1' } }, origin)
    expect(line).toBe(
      'curl https://grid.example/api/machines/mch_1 \\\n  -H "Authorization: Bearer $GRIDLOOM_TOKEN"',
    )
  })

  it('writes method and JSON body', () => {
    const line = curlLine(
      api.machines.change,
      { params: { id: 'mch_1' }, body: { listed: true } },
      origin,
    )
    expect(line).toContain('curl -X PATCH')
    expect(line).toContain("-H 'Content-Type: application/json'")
    expect(line).toContain(`-d '{"listed":true}'`)
  })

  it('omits the token when none is needed', () => {
    expect(curlLine(api.system.health, {}, origin)).toBe('curl https://grid.example/api/health')
  })

  it('omits filters that are not set', () => {
    const query = { kind: 'gpu', vram_mib_min: undefined, page: 2 }
    expect(curlLine(api.market.search, { query }, origin)).toContain(
      `'https://grid.example/api/offers?kind=gpu&page=2'`,
    )
  })

  it('disables buffering for a stream', () => {
    expect(curlLine(api.system.events, {}, origin)).toMatch(/-N$/)
  })

  it('quotes any body so that a shell passes it unchanged', () => {
    const body = { name: "Ada's box", note: '$HOME `id` "quoted" and a text that is long enough' }
    const line = curlLine(api.machines.change, { params: { id: 'mch_1' }, body }, origin)
    const words = execFileSync('sh', ['-c', line.replace(/^curl/, 'printf "%s\\0"')])
    expect(JSON.parse(words.toString().split('\0').at(-2) ?? '')).toEqual(body)
  })
})
