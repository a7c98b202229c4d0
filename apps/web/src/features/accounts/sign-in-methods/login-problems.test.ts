import { LoginProblem } from '@gridloom/contract/auth/login-provider'
import { describe, expect, it } from 'vitest'
import { loginProblemText } from './login-problems.ts'
import { providerName } from './provider-name.ts'

describe('loginProblemText', () => {
  it('has a sentence of its own for every reason', () => {
    const texts = LoginProblem.options.map(loginProblemText)
    expect(new Set(texts).size).toBe(LoginProblem.options.length)
    expect(texts).not.toContain(loginProblemText('newer than this page'))
  })
})

describe('providerName', () => {
  it('calls a provider as the operator does, and by its id when it is configured no more', () => {
    const providers = [{ id: 'google', name: 'Google' }]
    expect(providerName(providers, 'google')).toBe('Google')
    expect(providerName(providers, 'forge')).toBe('forge')
  })
})
