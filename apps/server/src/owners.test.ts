import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Scope } from '@gridloom/contract/scopes'
import { expect, it } from 'vitest'
import { features } from './features.ts'

const source = import.meta.dirname
const root = path.join(source, '../../..')
const contract = path.join(root, 'packages/contract/src')
const architecture = read(root, 'ARCHITECTURE.md')
const sources = globSync('{features,platform}/**/*.ts', { cwd: source })
  .filter((file) => !/\.test\.ts$/.test(file))
  .map((file) => ({ file, owner: ownerOf(file), text: withoutComments(read(source, file)) }))

/** The platform writes an audit event with every transaction; the audit feature removes addresses from old ones. */
const writtenByTwo = ['audit_entries: platform, audit']

it('each table is written by the stores of one feature', () => {
  const tables = tablesOfMigrations()
  const writes = sources.flatMap(({ owner, text }) =>
    writtenIn(text)
      .filter((table) => tables.has(table))
      .map((table) => [table, owner] as const),
  )
  expect(writes.length).toBeGreaterThan(60)
  expect(ownedTwice(writes)).toEqual(writtenByTwo)
})

it('the columns of each table are declared in one schema', () => {
  const declared = sources
    .filter(({ file }) => file.endsWith('schema.ts'))
    .flatMap(({ owner, text }) =>
      [...text.matchAll(/^ {2}([a-z_]+): (?:\{$|\w+Table$)/gm)].map(
        ([, table = '']) => [table, owner] as const,
      ),
    )
  expect(declared.length).toBeGreaterThan(20)
  expect(ownedTwice(declared)).toEqual([])
})

it('each topic of changes is declared by one feature or by the platform, which delivers it', () => {
  const declared = features.flatMap(({ name, topics = {} }) =>
    Object.keys(topics).map((topic) => [topic, name] as const),
  )
  expect(ownedTwice(declared)).toEqual([])
  expect(membersOf('Topics').sort()).toEqual(declared.map((one) => [...one]).sort())
})

it('each hook is declared by one feature', () => {
  const declared = membersOf('Hooks')
  expect(declared.length).toBeGreaterThan(3)
  expect(ownedTwice(declared)).toEqual([])
})

it('each business event is declared by one feature, and subscribers use declared ones only', () => {
  const declared = features.flatMap(({ name, events = [] }) =>
    events.map(({ topic }) => [topic, name] as const),
  )
  expect(ownedTwice(declared)).toEqual([])
  const made = sources.flatMap(({ owner, text }) =>
    [...text.matchAll(/eventKind\(\s*'([a-z_.]+)'/g)].map(([, topic = '']) => [topic, owner]),
  )
  expect(made.sort()).toEqual(declared.map((one) => [...one]).sort())
  const followed = features.flatMap(({ subscribers = [] }) =>
    subscribers.flatMap((one) => one.topics),
  )
  const known = declared.map(([topic]): string => topic)
  expect(followed.filter((topic) => !known.includes(topic))).toEqual([])
})

it('subscribers begin with the name of their feature, and names of scheduled work are unique', () => {
  const strangers = features.flatMap(({ name, subscribers = [] }) =>
    subscribers.filter((one) => !one.name.startsWith(`${name}.`)).map((one) => one.name),
  )
  expect(strangers).toEqual([])
  const scheduled = features.flatMap(({ name, scheduled = [] }) =>
    scheduled.map((one) => [one.name, name] as const),
  )
  expect(new Set(scheduled.map(([name]) => name)).size).toBe(scheduled.length)
})

it('each error code is in one area of the contract', () => {
  const codes = globSync('*/errors.ts', { cwd: contract }).flatMap((file) =>
    [...read(contract, file).matchAll(/^ {2}([a-z_]+): \{/gm)].map(
      ([, code = '']) => [code, ownerOf(file)] as const,
    ),
  )
  expect(codes.length).toBeGreaterThan(30)
  expect(ownedTwice(codes)).toEqual([])
})

it('each scope of API keys is in one area of the contract', () => {
  const scopes = globSync('*/scopes.ts', { cwd: contract }).flatMap((file) =>
    [...read(contract, file).matchAll(/^ {2}'([a-z]+:[a-z]+)': /gm)].map(
      ([, scope = '']) => [scope, ownerOf(file)] as const,
    ),
  )
  expect(ownedTwice(scopes)).toEqual([])
  expect(scopes.map(([scope]) => scope).sort()).toEqual([...Scope.options].sort())
})

it('ARCHITECTURE names every feature with the features that it imports', () => {
  const [, table = ''] = architecture.split(/^\| feature \| .*\n\|[-|]+\n/m)
  const [rows = ''] = table.split('\n\n')
  const documented = [...rows.matchAll(/^\| ([a-z-]+) \| .* \| ?([a-z, -]*) ?\|$/gm)].map(
    ([, name = '', others = '']) => rowOf(name, others.trim().split(', ')),
  )
  const inCode = features.filter(({ name }) => name !== 'platform')
  expect(documented.sort()).toEqual(inCode.map(({ name }) => rowOf(name, importsOf(name))).sort())
})

/** The migrator creates it before the first migration. */
const tableOfMigrator = 'migrations'

it('ARCHITECTURE sketches every table', () => {
  const sketches = [...architecture.matchAll(/^flowchart LR$([^`]*)/gm)].map(([text]) => text)
  const drawn = sketches.flatMap((text) =>
    [...text.matchAll(/^ {4}([a-z_]+)(?: -\.?-> [a-z_]+)?/gm)].flatMap(([line]) =>
      line.trim().split(/ -.*> /),
    ),
  )
  expect([...new Set(drawn)].sort()).toEqual([...tablesNow(), tableOfMigrator].sort())
})

function rowOf(feature: string, others: readonly string[]): string {
  return `${feature}: ${others.toSorted().join(', ')}`
}

/** The members that features, or the platform itself, add to an interface of the platform, with their owners. */
function membersOf(name: string): [member: string, owner: string][] {
  const block = new RegExp(`^( *)(?:export )?interface ${name} \\{([^]*?)^\\1\\}`, 'gm')
  return sources.flatMap(({ owner, text }) =>
    [...text.matchAll(block)].flatMap(([, indent = '', body = '']) =>
      [...body.matchAll(new RegExp(`^${indent} {2}(?:readonly )?'?([a-z_.]+)'?:`, 'gm'))].map(
        ([, member = '']): [string, string] => [member, owner],
      ),
    ),
  )
}

/** The features that the files of a feature import. */
function importsOf(feature: string): string[] {
  const texts = sources.filter(({ owner }) => owner === feature).map(({ text }) => text)
  const found = texts.flatMap((text) =>
    [...text.matchAll(/(?:\.\.\/)+([a-z-]+)\/index\.ts'/g)].map(([, other = '']) => other),
  )
  return [...new Set(found)].filter((other) => features.some(({ name }) => name === other))
}

/** The names that have several owners, with these owners. */
function ownedTwice(owned: readonly (readonly [name: string, owner: string])[]): string[] {
  return [...Map.groupBy(owned, ([name]) => name)].flatMap(([name, all]) => {
    const owners = new Set(all.map(([, owner]) => owner))
    return owners.size > 1 ? [`${name}: ${[...owners].join(', ')}`] : []
  })
}

/** The tables that a source text inserts into, updates or deletes from, and words of prose that match by accident. */
function writtenIn(text: string): string[] {
  const built = /\.(?:insertInto|updateTable|deleteFrom)\(\s*'([a-z_]+)/g
  const raw = /\b(?:insert into|update|delete from)\s+([a-z_]+)/g
  return [...text.matchAll(built), ...text.matchAll(raw)].map(([, table = '']) => table)
}

/** Every table that a migration has created, also those of then. */
function tablesOfMigrations(): Set<string> {
  return new Set(migrationSteps().flatMap(({ made }) => made ?? []))
}

/** The tables after all migrations. */
function tablesNow(): Set<string> {
  const tables = new Set<string>()
  for (const { gone, made } of migrationSteps()) {
    if (gone !== undefined) tables.delete(gone)
    if (made !== undefined) tables.add(made)
  }
  return tables
}

function migrationSteps(): { gone?: string | undefined; made?: string | undefined }[] {
  const step =
    /create table (?:if not exists )?([a-z_]+)|drop table (?:if exists )?([a-z_]+)|alter table ([a-z_]+)\s+rename to ([a-z_]+)/g
  return globSync('migrations/*.sql', { cwd: source })
    .sort()
    .flatMap((file) =>
      [...read(source, file).matchAll(step)].map(([, made, dropped, from, to]) => ({
        gone: dropped ?? from,
        made: made ?? to,
      })),
    )
}

/** `features/auth/x.ts` → `auth`, `platform/x.ts` → `platform`. */
function ownerOf(file: string): string {
  const [first = '', second = ''] = file.split('/')
  return first === 'features' ? second : first
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$|\s\/\/ .*$/gm, '')
}

function read(folder: string, file: string): string {
  return readFileSync(path.join(folder, file), 'utf8')
}
