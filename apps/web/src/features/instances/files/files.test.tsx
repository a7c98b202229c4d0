import { EditorView } from '@codemirror/view'
import type { FileEntry } from '@gridloom/contract/files/file-entry'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Answer, type Answers, ok, refuse } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { anInstance } from '../../../testing/samples.ts'

const { id } = anInstance()
const files = `/api/instances/${id}/files`

describe('the files of an instance', () => {
  it('are listed with size, permissions and owner, and folders open', async () => {
    const { user, api, row } = await setup({ entries: [aFolder('src'), aFile('notes 100%25.txt')] })
    expect(row('notes 100%.txt').getByText('rw-r--r--')).toBeTruthy()
    expect(row('notes 100%.txt').getByText('root:root')).toBeTruthy()
    api.answer(`GET ${files}`, ok(aList([])))
    await user.click(screen.getByRole('button', { name: 'src' }))
    expect(await screen.findByText('This folder is empty')).toBeTruthy()
    expect(api.callsTo(`GET ${files}`).at(-1)?.query).toMatchObject({ path: '/src' })
    const crumbs = within(screen.getByRole('navigation', { name: 'Folder' }))
    await user.click(crumbs.getByRole('button', { name: '/' }))
    await waitFor(() =>
      expect(api.callsTo(`GET ${files}`).at(-1)?.query).toMatchObject({ path: '/' }),
    )
  })

  it('of a large folder come in pages', async () => {
    const { user, api } = await setup({ entries: [aFile('a')], next: '1.0.a' })
    api.answer(`GET ${files}`, ok(aList([aFile('b')])))
    await user.click(screen.getByRole('button', { name: 'Show more' }))
    expect(await screen.findByRole('button', { name: 'b' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'a' })).toBeTruthy()
    expect(api.callsTo(`GET ${files}`).at(-1)?.query).toMatchObject({ after: '1.0.a' })
  })

  it('can be changed while it is stopped, unless its machine cannot open the disk', async () => {
    const stopped = { state: 'stopped', desired: 'stopped', ready: false }
    const { unmount } = await setup({ instance: stopped, access: 'read' })
    expect(screen.getByText(/Start it to change files/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Upload' })).toBeNull()
    unmount()
    await setup({ instance: stopped })
    expect(screen.getByRole('button', { name: 'Upload' })).toBeTruthy()
    expect(screen.queryByText(/Start it to change files/)).toBeNull()
  })

  it('say why they cannot be shown', async () => {
    const { row } = await setup({
      answers: {
        [`GET ${files}`]: refuse('files_unavailable', { error: 'Restart the instance.' }),
      },
      shows: /Restart the instance/,
    })
    expect(row).toBeTruthy()
  })
})

describe('the tree of folders', () => {
  it('reads a folder when it is expanded, and follows the list', async () => {
    const { user, api } = await setup({
      window: 'wide',
      tree: { '/': ['home', 'srv'], '/srv': ['www'] },
    })
    const item = (name: string) => screen.findByRole('treeitem', { name })
    expect((await item('srv')).getAttribute('aria-expanded')).toBe('false')
    expect(readFolders(api)).toEqual(['/'])
    ;(await item('/')).focus()
    await user.keyboard('{End}{ArrowRight}')
    expect((await item('www')).getAttribute('aria-level')).toBe('3')
    expect(readFolders(api)).toEqual(['/', '/srv'])
    await user.keyboard('{ArrowRight}{Enter}')
    expect(await screen.findByRole('button', { name: 'www', current: 'page' })).toBeTruthy()
    expect((await item('www')).getAttribute('aria-selected')).toBe('true')
    await user.keyboard('{ArrowLeft}{ArrowLeft}')
    await waitFor(() => expect(screen.queryByRole('treeitem', { name: 'www' })).toBeNull())
    // A place above is chosen in the list: the tree shows it.
    await user.click(screen.getByRole('button', { name: 'srv' }))
    await waitFor(async () =>
      expect((await item('srv')).getAttribute('aria-selected')).toBe('true'),
    )
  })

  it('is not there on a narrow screen, and nothing is read for it', async () => {
    const { api } = await setup({ tree: { '/': ['home'] } })
    expect(screen.queryByRole('tree')).toBeNull()
    expect(readFolders(api)).toEqual([])
  })

  it('says which folder cannot be read, and reads it again', async () => {
    const { user, api } = await setup({ window: 'wide', tree: { '/': ['root'] } })
    const folder = await screen.findByRole('treeitem', { name: 'root' })
    folder.focus()
    await user.keyboard('{ArrowRight}')
    expect(await screen.findByRole('treeitem', { name: /^root.*Can’t be read$/ })).toBeTruthy()
    await user.keyboard('{ArrowLeft}{ArrowRight}')
    await waitFor(() => expect(readFolders(api).filter((path) => path === '/root')).toHaveLength(2))
  })
})

describe('a file', () => {
  it('is deleted after a confirmation', async () => {
    const { menu, user, api } = await setup({
      answers: { [`DELETE ${files}`]: ok({}) },
    })
    await menu('notes.txt', 'Delete')
    const dialog = within(await screen.findByRole('dialog'))
    api.answer(`GET ${files}`, ok(aList([])))
    await user.click(dialog.getByRole('button', { name: 'Delete permanently' }))
    expect(await screen.findByText('notes.txt deleted')).toBeTruthy()
    expect(api.callsTo(`DELETE ${files}`)[0]?.query).toEqual({ path: '/notes.txt' })
  })

  it('is renamed; a name that is none is refused before it is sent', async () => {
    const { menu, user, api } = await setup({
      answers: { [`POST ${files}/renames`]: ok(aFile('50%25.txt')) },
    })
    await menu('notes.txt', 'Rename')
    const dialog = within(await screen.findByRole('dialog'))
    const field = dialog.getByLabelText('Name')
    await user.clear(field)
    await user.type(field, 'a/b')
    await user.click(dialog.getByRole('button', { name: 'Rename' }))
    expect(dialog.getByText(/contain a slash/)).toBeTruthy()
    await user.clear(field)
    await user.type(field, '50%.txt')
    await user.click(dialog.getByRole('button', { name: 'Rename' }))
    await waitFor(() =>
      expect(api.callsTo(`POST ${files}/renames`)[0]?.body).toEqual({
        path: '/notes.txt',
        to: '/50%25.txt',
      }),
    )
  })

  it('gets other permissions', async () => {
    const { menu, user, api } = await setup({
      answers: { [`PATCH ${files}`]: ok(aFile('notes.txt', { mode: 0o744 })) },
    })
    await menu('notes.txt', 'Permissions')
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('checkbox', { name: 'Owner: execute' }))
    expect(dialog.getByText('rwxr--r-- (744)')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Change permissions' }))
    await waitFor(() =>
      expect(api.callsTo(`PATCH ${files}`)[0]?.body).toEqual({ path: '/notes.txt', mode: 0o744 }),
    )
  })

  it('that was changed is closed only after a question', async () => {
    const { user, api } = await setup({
      answers: {
        [`GET ${files}/entry`]: ok(aFile('notes.txt', { size_bytes: 3 })),
        [`GET ${files}/content`]: () => new Response('old'),
        [`PUT ${files}/content`]: ok(aFile('notes.txt')),
      },
    })
    await user.click(screen.getByRole('button', { name: 'notes.txt' }))
    const content = await screen.findByRole('textbox', { name: 'Content of notes.txt' })
    const editor = EditorView.findFromDOM(content)
    act(() => editor?.dispatch({ changes: { from: 0, insert: 'very ' } }))
    const dialog = within(screen.getByRole('dialog'))
    // Escape is for the editor: it closes its search.
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog', { name: 'Discard changes?' })).toBeNull()
    await user.click(dialog.getByText('Close'))
    const question = await screen.findByRole('dialog', { name: 'Discard changes?' })
    await user.click(within(question).getByRole('button', { name: 'Cancel' }))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(api.callsTo(`PUT ${files}/content`)[0]?.body).toMatchObject({ text: 'very old' })
  })

  it('that is no text, or too large, is not opened as text', async () => {
    const { user } = await setup({
      answers: {
        [`GET ${files}/entry`]: ok(aFile('notes.txt', { size_bytes: 4 })),
        [`GET ${files}/content`]: () => new Response(new Uint8Array([1, 0, 0xff, 2])),
      },
    })
    await user.click(screen.getByRole('button', { name: 'notes.txt' }))
    expect(await screen.findByText(/not a text file/)).toBeTruthy()
  })
})

interface Site {
  instance?: object
  entries?: readonly FileEntry[]
  next?: string | null
  answers?: Answers
  /** What is seen once the folder is loaded. */
  shows?: RegExp
  window?: 'wide' | 'narrow'
  access?: 'write' | 'read'
  /** The folders in folders; others cannot be read for the tree. */
  tree?: Readonly<Record<string, readonly string[]>>
}

afterEach(() => vi.unstubAllGlobals())

async function setup({
  instance = {},
  entries = [aFile('notes.txt')],
  next = null,
  answers = {},
  shows,
  window: size = 'narrow',
  access = 'write',
  tree = {},
}: Site = {}) {
  const media = window.matchMedia
  if (size === 'wide')
    vi.stubGlobal('matchMedia', (query: string) => ({
      ...media(query),
      matches: query.includes('min-width') || media(query).matches,
    }))
  const listed: Answer = (call) => {
    if (call.query.kinds !== 'folders') return ok({ ...aList(entries, next), access })(call)
    const names = tree[call.query.path ?? '']
    if (names === undefined) return refuse('file_refused', { error: 'Permission denied.' })(call)
    return ok(aList(names.map(aFolder)))(call)
  }
  const rendered = renderApp({
    path: `/instance/myinstance/${id}?tab=files`,
    answers: {
      [`GET /api/instances/${id}`]: ok(anInstance(instance)),
      [`GET ${files}`]: listed,
      ...answers,
    },
  })
  const { user } = rendered
  await screen.findByText(shows ?? (entries[0]?.name ?? '').replace('%25', '%'))
  const row = (name: string) => {
    const found = screen.getByRole('button', { name }).closest('tr')
    if (found === null) throw new Error(`no row of ${name}`)
    return within(found)
  }
  return {
    ...rendered,
    row,
    async menu(name: string, item: string) {
      await user.click(screen.getByRole('button', { name: `Actions for ${name}` }))
      await user.click(await screen.findByRole('menuitem', { name: item }))
    },
  }
}

/** The folders that were read for the tree. */
function readFolders(api: ReturnType<typeof renderApp>['api']) {
  return api
    .callsTo(`GET ${files}`)
    .filter(({ query }) => query.kinds === 'folders')
    .map(({ query }) => query.path)
}

function aList(entries: readonly FileEntry[], next: string | null = null) {
  return { entries, total: entries.length, next, source: 'running', access: 'write' }
}

function aFile(name: string, parts: Partial<FileEntry> = {}): FileEntry {
  return {
    name,
    kind: 'file',
    size_bytes: 12,
    mode: 0o644,
    user_id: 0,
    group_id: 0,
    user: 'root',
    group: 'root',
    modified_at: '2026-11-21T09:30:00.000Z',
    target: null,
    target_kind: null,
    ...parts,
  }
}

function aFolder(name: string): FileEntry {
  return aFile(name, { kind: 'folder', mode: 0o755 })
}
