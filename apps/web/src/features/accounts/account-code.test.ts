import { api } from '@gridloom/contract/api'
import type { Endpoint } from '@gridloom/contract/core/endpoint'
import { describe, expect, it } from 'vitest'
import type { CodeAction } from '../../ui/components/as-code.tsx'
import { curlLine } from '../../ui/format/curl-line.ts'
import { accountCode } from './account-code.ts'
import { sections } from './sections.ts'

describe('codeOf', () => {
  it('has at least one action for every section', () => {
    for (const { id } of sections) expect(accountCode(id).length).toBeGreaterThan(0)
  })

  it('fills in every path parameter', () => {
    const lines = everyAction().map(({ endpoint, input = {} }) => curlLine(endpoint, input, ''))
    expect(lines.filter((line) => /[{}]/.test(line.split('-d')[0] ?? ''))).toEqual([])
  })

  it('has bodies that pass the contract’s validation', () => {
    for (const { endpoint, input, name } of everyAction()) {
      const isFilledIn = JSON.stringify(input ?? {}).includes('…')
      if (isFilledIn || input?.body === undefined) continue
      const { body } = schemasOf(endpoint)
      expect(body.safeParse(input.body).success, name).toBe(true)
    }
  })

  it('covers every session call that needs neither the browser nor another page', () => {
    const shown = new Set(everyAction().map(({ endpoint }) => endpoint))
    const browserOnly = [
      'passkeyOptions',
      'addPasskey',
      'connectLogin',
      'closeAccount',
      'walletMessage',
      'linkWallet',
    ]
    const otherPages = [
      'confirm',
      'passkeyConfirm',
      'walletConfirm',
      'confirmByLogin',
      'actAs',
      'enterAccessCode',
      'changeTour',
      'changeFlow',
    ]
    const elsewhere = new Set([...browserOnly, ...otherPages])
    const { accounts, auth, keys, privacy } = api
    const missing = Object.entries({ ...accounts, ...auth, ...keys, ...privacy })
      .filter(([, endpoint]) => endpoint.auth === 'session')
      .filter(([name, endpoint]) => !elsewhere.has(name) && !shown.has(endpoint))
      .map(([name]) => name)
    expect(missing).toEqual([])
  })

  it('names each action of a section once', () => {
    for (const { id } of sections) {
      const names = accountCode(id).map(({ name }) => name)
      expect(new Set(names).size).toBe(names.length)
    }
  })
})

function everyAction() {
  return sections.flatMap(({ id }) => accountCode(id))
}

/** The endpoint of the contract with these facts. */
function schemasOf({ method, path }: CodeAction['endpoint']): Endpoint {
  const all = Object.values(api).flatMap((area) => Object.values<Endpoint>(area))
  const found = all.find((endpoint) => endpoint.method === method && endpoint.path === path)
  if (found === undefined) throw new Error(`the contract has no ${method} ${path}`)
  return found
}
