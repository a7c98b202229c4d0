import { describe, expect, it } from 'vitest'
import { createHostRules } from './hosts.ts'

describe('an engine beside the agent', () => {
  it.each(['http://127.0.0.1:8000/v1', 'http://localhost:11434/v1', 'http://[::1]:8080/v1'])(
    'is allowed on this machine: %s',
    (url) => {
      expect(() => setup().allowEngine(new URL(url))).not.toThrow()
    },
  )

  it.each([
    'http://192.168.1.9:8000/v1',
    'http://169.254.169.254/v1',
    'http://127.0.0.1.evil.example/v1',
    'http://0.0.0.0:8000/v1',
    'https://api.openai.com/v1',
    'http://[::ffff:10.0.0.1]/v1',
  ])('is rejected on other hosts, whatever the control plane orders: %s', (url) => {
    expect(() => setup().allowEngine(new URL(url))).toThrow('--engine-hosts')
  })

  it('is allowed on hosts that the provider named', () => {
    const rules = setup(['gpu-box:8000', 'other'])
    expect(() => rules.allowEngine(new URL('http://gpu-box:8000/v1'))).not.toThrow()
    expect(() => rules.allowEngine(new URL('http://other:1/v1'))).not.toThrow()
    expect(() => rules.allowEngine(new URL('http://gpu-box:8001/v1'))).toThrow('gpu-box:8001')
  })
})

describe('a source of models', () => {
  it('is allowed if it is public, on this machine or named', async () => {
    const rules = setup(['nas.local'])
    for (const url of ['https://hub.example/m', 'http://127.0.0.1:9/m', 'http://nas.local/m']) {
      await expect(rules.allowSource(new URL(url))).resolves.toBeUndefined()
    }
  })

  it.each([
    'http://inside.example/m',
    'http://half.example/m',
    'http://10.1.2.3/m',
    'http://169.254.169.254/latest',
    'http://[fe80::1]/m',
    'http://[::ffff:10.0.0.1]/m',
    'http://nonsense.example/m',
    'http://nowhere.example/m',
    'data:,model',
  ])('is rejected in a private network, by name or by address: %s', async (url) => {
    await expect(setup().allowSource(new URL(url))).rejects.toThrow('private network')
  })
})

function setup(named: string[] = []) {
  const names: Record<string, string[]> = {
    'hub.example': ['93.184.216.34', '2606:2800:220:1::1'],
    'inside.example': ['192.168.0.1'],
    'half.example': ['93.184.216.34', '10.0.0.1'],
    'nonsense.example': ['no address'],
    'nowhere.example': [],
    '': [],
  }
  return createHostRules(named, async (host) => names[host] ?? [host])
}
