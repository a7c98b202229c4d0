import { LoginProblem } from '@gridloom/contract/auth/login-provider'
import { describe, expect, it } from 'vitest'
import { loginProblemText } from './login-problems.ts'
import { providerName } from './provider-name.ts'

describe('loginProblemText', () => {
  it('has a distinct text for every problem', () => {
    const texts = LoginProblem.options.map(loginProblemText)
    expect(new Set(texts).size).toBe(LoginProblem.options.length)
    expect(texts).not.toContain(loginProblemText('newer than this page'))
  })
})

describe('providerName', () => {
  it('returns the configured name, or the id of an unknown provider', () => {
    const providers = [{ id: 'google', name: 'Google' }]
    expect(providerName(providers, 'google')).toBe('Google')
    expect(providerName(providers, 'forge')).toBe('forge')
  })
})
