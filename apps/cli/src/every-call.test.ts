import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type Area, api } from '@gridloom/contract/api'
import { expect, it } from 'vitest'

/** Areas whose calls are all in the command line. */
const areas: readonly Area[] = [
  'market',
  'monitoring',
  'prices',
  'templates',
  'apps',
  'reservations',
  'autoOrders',
  'reputation',
  'receipts',
  'dashboard',
  'ledger',
  'payouts',
  'volumes',
  'snapshots',
  'cards',
  'posts',
]

/** Calls that no command needs, each with the reason. */
const unneeded: Readonly<Record<string, string>> = {
  'apps.picture': 'a picture for pages',
  'reservations.read': 'lists contain all of each',
  'autoOrders.read': 'lists contain all of each',
  'cards.operatorPayments': "the operator's page of card payments",
  'cards.operatorRefund': "the operator's page of card payments",
  'posts.feed': 'calendar programs subscribe from the page',
  'posts.makeFeed': 'calendar programs subscribe from the page',
  'posts.endFeed': 'calendar programs subscribe from the page',
  'posts.file': 'a file for calendar programs',
  'ledger.statements': 'ledger.lines lists the same transactions',
}

it('every call about renting has a command, or a reason why not', () => {
  const program = globSync('**/*.ts', { cwd: import.meta.dirname })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(path.join(import.meta.dirname, file), 'utf8'))
    .join('\n')
  const missing = areas.flatMap((area) =>
    Object.keys(api[area])
      .filter((name) => !new RegExp(`\\b${area}\\s*\\.\\s*${name}\\b`).test(program))
      .map((name) => `${area}.${name}`),
  )
  expect(missing.sort()).toEqual(Object.keys(unneeded).sort())
})
