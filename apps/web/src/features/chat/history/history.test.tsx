import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { clockNowMs } from '../../../browser/clock.ts'
import { aChat, aChatLabel, aLoadedChat } from '../../../testing/chat-samples.ts'
import { type Answers, bare, ok, refuse } from '../../../testing/fake-api.ts'
import { smolId } from '../../../testing/model-samples.ts'
import { calls, chatId, modelPath, renderChat } from '../../../testing/render-chat.tsx'
import { sampleId, secondsBefore } from '../../../testing/samples.ts'
import type { SeenCall } from '../../../testing/seen-call.ts'

const listCall = 'GET /models/chats'
const one = `/models/chats/${chatId}`

describe('the history', () => {
  it('loads pages of 20 chats, of this model or of all models', async () => {
    const { user, api } = await renderChat({ answers: { [listCall]: pagesOf(45) } })
    const chats = screen.getByRole('navigation', { name: 'Chats' })
    await within(chats).findByText('Question 20')
    expect(within(chats).queryByText('Question 21')).toBeNull()
    await user.click(within(chats).getByRole('button', { name: 'Show older chats' }))
    expect(await within(chats).findByText('Question 40')).toBeTruthy()
    expect(api.callsTo(listCall).at(-1)?.query).toEqual({
      model_id: smolId,
      page: '2',
      page_size: '20',
    })
    await user.click(within(chats).getByText('All models'))
    await waitFor(() =>
      expect(api.callsTo(listCall).at(-1)?.query).toEqual({ page: '1', page_size: '20' }),
    )
  })

  it('can be searched and marks the matches', async () => {
    const { user, api } = await renderChat({
      answers: {
        [listCall]: ({ query: { search } }: SeenCall) =>
          Response.json(
            search === 'cloth'
              ? { chat_labels: [aChatLabel({ found: 'weaves **cloth** of threads' })], total: 1 }
              : { chat_labels: [], total: 0 },
          ),
      },
    })
    expect(await screen.findByText('No chats yet')).toBeTruthy()
    const search = screen.getByRole('textbox', { name: 'Search chats' })
    await user.type(search, 'cloth')
    const found = await screen.findByText('cloth', { selector: 'mark' })
    expect(found.parentElement?.textContent).toBe('weaves cloth of threads')
    expect(api.callsTo(listCall).at(-1)?.query.search).toBe('cloth')
    await user.clear(search)
    await user.type(search, 'nothing')
    expect(await screen.findByText('No results')).toBeTruthy()
  })

  it('is grouped by day, newest first', async () => {
    const chat_labels = [0, 1, 4].map((days) =>
      aChatLabel({
        chat_id: sampleId('cht', days + 1),
        first_prompt: `Of ${days} days.`,
        changed_at: daysAgo(days),
      }),
    )
    await renderChat({ answers: { [listCall]: bare({ chat_labels, total: 3 }) } })
    const chats = screen.getByRole('navigation', { name: 'Chats' })
    await within(chats).findByText('Of 0 days.')
    const groups = ['Today', 'Yesterday', 'Previous 7 days'].map((name) =>
      within(within(chats).getByRole('list', { name })).getAllByRole('link').map(daysOf),
    )
    expect(groups).toEqual([['Of 0'], ['Of 1'], ['Of 4']])
  })

  it('links a chat of another model under that model', async () => {
    const other = aChatLabel({ model_id: 'acme/Big-70B', chat_id: sampleId('cht', 2) })
    await renderChat({ answers: { [listCall]: bare({ chat_labels: [other], total: 1 }) } })
    const link = await screen.findByRole('link', { name: /What is a loom/ })
    expect(link.getAttribute('href')).toBe(`/model-hub/acme%2FBig-70B?chat=${sampleId('cht', 2)}`)
    expect(link.textContent).toContain('Big-70B')
  })
})

describe('the menu of a chat', () => {
  it('renames it', async () => {
    const { pick, user, api } = await setup({
      [`PATCH ${one}`]: ok(aChat({ title: 'Of looms' })),
    })
    await pick('Rename')
    const field = await screen.findByRole('textbox', { name: 'Title' })
    await user.clear(field)
    await user.type(field, 'Of looms{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(api.callsTo(`PATCH ${one}`)[0]?.body).toEqual({ title: 'Of looms' })
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Of looms')
  })

  it('deletes it after a warning and then shows a new chat', async () => {
    const { pick, user, api, router } = await setup({ [`DELETE ${one}`]: ok({}) })
    await pick('Delete')
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('deleted permanently')
    expect(api.callsTo(`DELETE ${one}`)).toEqual([])
    await user.click(within(dialog).getByRole('button', { name: 'Delete chat' }))
    await waitFor(() => expect(router.state.location.search).toEqual({}))
    expect(await screen.findByText('Ask SmolLM2-135M-Instruct')).toBeTruthy()
  })

  it('shares it by a link that is shown once, and revokes the link', async () => {
    const shared = aChat({ share: { id: sampleId('shr', 1), created_at: secondsBefore(1) } })
    const { pick, user } = await setup({
      [`POST ${one}/share`]: ok({ chat: shared, secret: 'a-secret-of-the-link-0123' }),
      [`DELETE ${one}/share`]: ok(aChat()),
    })
    await pick('Share')
    await user.click(await screen.findByRole('button', { name: 'Create link' }))
    expect(
      await screen.findByText('http://localhost/model-hub/shared/a-secret-of-the-link-0123'),
    ).toBeTruthy()
    expect(screen.getByText('Copy it now. It won’t be shown again.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Revoke link' }))
    expect(await screen.findByRole('button', { name: 'Create link' })).toBeTruthy()
    expect(screen.queryByText(/a-secret-of/)).toBeNull()
  })

  it.each([
    ['Export as Markdown', 'markdown', 'What-is-a-loom.md'],
    ['Export as JSON', 'json', 'What-is-a-loom.json'],
  ])('downloads it: %s', async (verb, format, name) => {
    const { pick, api } = await setup({ [`GET ${one}/export`]: () => new Response('# A loom') })
    const saved = watchDownloads()
    await pick(verb)
    await waitFor(() => expect(saved.names).toEqual([name]))
    expect(await saved.files[0]?.text()).toBe('# A loom')
    expect(api.callsTo(`GET ${one}/export`)[0]?.query).toEqual({ format })
  })

  it('shows why the chat could not be deleted and stays on it', async () => {
    const { pick, user, router } = await setup({
      [`DELETE ${one}`]: refuse('forbidden', { error: 'You may only read this chat.' }),
    })
    await pick('Delete')
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getByRole('button', { name: 'Delete chat' }))
    expect(await within(dialog).findByText(/You may only read this chat/)).toBeTruthy()
    expect(router.state.location.search).toEqual({ chat: chatId })
  })

  it('keeps the chat’s link and shows the error when revoking fails', async () => {
    const shared = aChat({ share: { id: sampleId('shr', 1), created_at: secondsBefore(90) } })
    const { pick, user } = await setup(
      { [`DELETE ${one}/share`]: refuse('not_ready', { error: 'The database is away.' }) },
      aLoadedChat({ chat: { share: shared.share } }),
    )
    await pick('Share')
    expect(await screen.findByText(/This chat has a link, created/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Revoke link' }))
    expect(await screen.findByText(/The database is away/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Revoke link' })).toBeTruthy()
  })
})

describe('the parameters', () => {
  it('are saved with the chat, and empty ones are left to the engine', async () => {
    const parameters = { system: 'Be short.', temperature: 0.5 }
    const { user, api } = await renderChat({
      answers: { [`PATCH ${one}`]: ok(aChat({ parameters })) },
      waitsFor: 'cloth',
    })
    await user.click(screen.getByRole('button', { name: 'Parameters' }))
    await user.type(await screen.findByRole('textbox', { name: 'System prompt' }), 'Be short.')
    await user.type(screen.getByRole('textbox', { name: 'Temperature' }), '0.5')
    await user.click(screen.getByRole('button', { name: 'Save parameters' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(api.callsTo(`PATCH ${one}`)[0]?.body).toEqual({
      parameters: { ...parameters, top_p: null, max_tokens: null, seed: null },
    })
    await user.click(screen.getByRole('button', { name: 'API / CLI' }))
    await user.click(await screen.findByText('Command line'))
    expect(await screen.findByText(/--system 'Be short\.' --temperature 0\.5/)).toBeTruthy()
  })

  it('are kept when the user cancels the discard dialog that Escape opens', async () => {
    const { user, api } = await renderChat({ waitsFor: 'cloth' })
    await user.click(screen.getByRole('button', { name: 'Parameters' }))
    const field = await screen.findByRole('textbox', { name: 'System prompt' })
    await user.type(field, 'You are a weaver.{Escape}')
    const question = await screen.findByRole('dialog', { name: 'Discard changes?' })
    await user.click(within(question).getByRole('button', { name: 'Cancel' }))
    expect(field).toHaveProperty('value', 'You are a weaver.')
    expect(api.callsTo(`PATCH ${one}`)).toEqual([])
  })

  it('show the error of an invalid value at its field', async () => {
    const { user, api } = await renderChat({ waitsFor: 'cloth' })
    await user.click(screen.getByRole('button', { name: 'Parameters' }))
    await user.type(await screen.findByRole('textbox', { name: 'Top p' }), '0')
    await user.click(screen.getByRole('button', { name: 'Save parameters' }))
    expect(await screen.findByText(/Too small/)).toBeTruthy()
    expect(api.callsTo(`PATCH ${one}`)).toEqual([])
  })

  it('of a new chat are sent with its first prompt', async () => {
    const { user, field, api } = await renderChat({
      path: modelPath,
    })
    await user.click(screen.getByRole('button', { name: 'Parameters' }))
    await user.type(await screen.findByRole('textbox', { name: 'Seed' }), '7')
    await user.click(screen.getByRole('button', { name: 'Save parameters' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.type(field(), 'Hi{Enter}')
    await waitFor(() => expect(api.callsTo(calls.ask)).toHaveLength(1))
    expect(api.callsTo(calls.ask)[0]?.body).toMatchObject({ parameters: { seed: 7 } })
  })
})

function daysAgo(days: number): string {
  const at = new Date(clockNowMs())
  at.setDate(at.getDate() - days)
  return at.toISOString()
}

function daysOf(link: HTMLElement): string | undefined {
  return /Of \d+/.exec(link.textContent)?.[0]
}

/** Records the files that the browser would save, since jsdom has no downloads. */
function watchDownloads() {
  const files: Blob[] = []
  const names: string[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    if (file instanceof Blob) files.push(file)
    return 'blob:chat'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementationOnce(function (
    this: HTMLAnchorElement,
  ) {
    names.push(this.download)
  })
  return { files, names }
}

/** Answers with pages of a list of `total` chats. */
function pagesOf(total: number) {
  const all = Array.from({ length: total }, (_, index) =>
    aChatLabel({ chat_id: sampleId('cht', index + 1), first_prompt: `Question ${index + 1}` }),
  )
  return ({ query }: SeenCall) => {
    const from = (Number(query.page) - 1) * 20
    return Response.json({ chat_labels: all.slice(from, from + 20), total })
  }
}

async function setup(answers: Answers = {}, loaded = aLoadedChat()) {
  const app = await renderChat({ loaded, answers, waitsFor: 'cloth' })
  return {
    ...app,
    async pick(verb: string) {
      const [menu] = await screen.findAllByRole('button', { name: 'Actions for What is a loom?' })
      if (menu) await app.user.click(menu)
      // jsdom has no layout: the menu's button counts as out of sight, and so its items as hidden.
      await app.user.click(await screen.findByRole('menuitem', { name: verb, hidden: true }))
    },
  }
}
