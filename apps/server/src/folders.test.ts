import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const source = path.join(import.meta.dirname, 'features')
/** Every import between files of features, type-only ones included, as folders from `features/` down. */
const imports = globSync('**/*.ts', { cwd: source })
  .filter((file) => !file.endsWith('.test.ts'))
  .flatMap(importsOf)

it('imports between features form no circle, types included', () => {
  const graph = graphOf(imports.map(({ from, to }) => [from[0], to[0]]))
  expect(graph.size).toBeGreaterThan(10)
  expect(circleIn(graph)).toEqual([])
})

it('imports between the folders of a feature form no circle, types included', () => {
  const within = imports.filter(({ from, to }) => from[0] === to[0])
  const inFolders = within.filter(({ from, to }) => from.length > 1 && to.length > 1)
  const graph = graphOf(inFolders.map(({ from, to }) => [folderOf(from), folderOf(to)]))
  expect(graph.size).toBeGreaterThan(10)
  expect(circleIn(graph)).toEqual([])
})

interface FolderImport {
  from: readonly string[]
  to: readonly string[]
}

function importsOf(file: string): FolderImport[] {
  const text = readFileSync(path.join(source, file), 'utf8')
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^'\n]+)'/g)].flatMap(([, specifier]) => {
    const to = path.posix.join(path.posix.dirname(file), specifier ?? '')
    return to.startsWith('..') ? [] : [{ from: foldersOf(file), to: foldersOf(to) }]
  })
}

function foldersOf(file: string): string[] {
  return file.split('/').slice(0, -1)
}

/** A feature and its first folder: `rendering/dispatch`. */
function folderOf(folders: readonly string[]): string {
  return folders.slice(0, 2).join('/')
}

function graphOf(edges: readonly (readonly [string | undefined, string | undefined])[]) {
  const graph = new Map<string, Set<string>>()
  for (const [from, to] of edges) {
    if (from === undefined || to === undefined || from === to) continue
    graph.set(from, (graph.get(from) ?? new Set()).add(to))
  }
  return graph
}

/** Returns a circle as the names along it, or nothing. */
function circleIn(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const done = new Set<string>()
  const visit = (name: string, trail: readonly string[]): string[] => {
    if (trail.includes(name)) return [...trail.slice(trail.indexOf(name)), name]
    if (done.has(name)) return []
    for (const next of graph.get(name) ?? []) {
      const circle = visit(next, [...trail, name])
      if (circle.length > 0) return circle
    }
    done.add(name)
    return []
  }
  for (const name of graph.keys()) {
    const circle = visit(name, [])
    if (circle.length > 0) return circle
  }
  return []
}
