import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { features } from './features.ts'
import { topics } from './platform/events.ts'
import { platformTopics } from './platform/topic-rules.ts'

const source = import.meta.dirname
const contract = path.join(source, '../../../packages/contract/src')
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

it('each topic of changes is declared by one feature or by the platform', () => {
  const declared = [{ name: 'platform', topics: platformTopics }, ...features].flatMap(
    ({ name, topics = {} }) => Object.keys(topics).map((topic) => [topic, name] as const),
  )
  expect(ownedTwice(declared)).toEqual([])
  expect(declared.map(([topic]) => topic).sort()).toEqual([...topics].sort())
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

function tablesOfMigrations(): Set<string> {
  const texts = globSync('migrations/*.sql', { cwd: source }).map((file) => read(source, file))
  const created = /create table (?:if not exists )?([a-z_]+)|rename to ([a-z_]+)/g
  return new Set(
    texts.flatMap((text) =>
      [...text.matchAll(created)].map(([, made, renamed]) => made ?? renamed ?? ''),
    ),
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
