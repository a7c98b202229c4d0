import { Scope } from '@gridloom/contract/scopes'
import { describe, expect, it } from 'vitest'
import { keyLines } from './key-code.ts'

const key = 'glk_secret'
const origin = 'http://localhost'

describe('keyLines', () => {
  it('shows a call that the scopes allow', () => {
    const { curl, cli } = keyLines({ key, origin, scopes: ['billing:read'] })
    expect(curl).toContain('http://localhost/api/balance')
    expect(cli).toContain('gridloom balance')
  })

  it('says the key in one line alone, so that the others can be kept', () => {
    for (const scope of Scope.options) {
      const { curl, cli } = keyLines({ key, origin, scopes: [scope] })
      expect(curl.split(key)).toHaveLength(2)
      expect(cli.split(key)).toHaveLength(2)
    }
  })
})
