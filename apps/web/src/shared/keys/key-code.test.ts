import { ModelId } from '@gridloom/contract/models/model-id'
import { Scope } from '@gridloom/contract/scopes'
import { describe, expect, it } from 'vitest'
import { keyLines } from './key-code.ts'

const key = 'glk_secret'
const origin = 'http://localhost'

describe('keyLines', () => {
  it('returns a call that the scopes allow', () => {
    const { curl, cli } = keyLines({ key, origin, models: null, scopes: ['billing:read'] })
    expect(curl).toContain('http://localhost/api/balance')
    expect(cli).toContain('gridloom balance')
  })

  it('uses a model that the key is restricted to', () => {
    const models = [ModelId.parse('acme/Big')]
    const { curl, cli } = keyLines({ key, origin, models, scopes: ['models:use'] })
    expect(curl).toContain('http://localhost/v1/chat/completions')
    expect(curl).toContain('"model": "acme/Big"')
    expect(cli).toContain('gridloom chat acme/Big Hello')
  })

  it('contains the key only once', () => {
    for (const scope of Scope.options) {
      const { curl, cli } = keyLines({ key, origin, models: null, scopes: [scope] })
      expect(curl.split(key)).toHaveLength(2)
      expect(cli.split(key)).toHaveLength(2)
    }
  })
})
