import { Scope } from '@gridloom/contract/scopes'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { readingScopes } from '../../shared/keys/scope-groups.ts'
import { anApiKey, anSshKey } from '../../testing/account-samples.ts'
import { type Answers, bare, inTurn, ok, refuse } from '../../testing/fake-api.ts'
import { aModel, smolId } from '../../testing/model-samples.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { sampleId } from '../../testing/samples.ts'
import { typedIn } from '../../testing/typed-in.ts'

const make = 'POST /api/user/generate-api-key'
const list = 'GET /api/user/api-keys'
const addSsh = 'PUT /api/user/ssh_key'
const listSsh = 'GET /api/user/ssh_keys'
const publicKey = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIB ada@laptop'

describe('API keys', () => {
  it('shows an empty state and a button when there are no keys', async () => {
    renderSection('keys', { [list]: ok([]) })
    expect(await screen.findByText('No API key yet')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'New API key' })).toBeTruthy()
  })

  it('shows the scopes, budget, expiry and last use of a key', async () => {
    renderSection('keys', { [list]: ok([anApiKey({ expires_at: '2026-01-01T00:00:00.000Z' })]) })
    const row = await screen.findByRole('row', { name: /ci/ })
    expect(row.textContent).toContain('glk_abcd…')
    expect(row.textContent).toContain('instances:read')
    expect(row.textContent).toContain('$1.25 of $5.00')
    expect(row.textContent).toContain('Expired')
    expect(row.textContent).toContain('192.0.2.9')
    const bar = within(row).getByRole('progressbar', {
      name: 'Spent and on hold, of the budget of ci',
    })
    expect(bar.getAttribute('aria-valuenow')).toBe('25')
  })

  it('requires a name and a scope before sending anything', async () => {
    const { api, user } = renderSection('keys', { [list]: ok([]) })
    await user.click(await screen.findByRole('button', { name: 'New API key' }))
    await user.click(await screen.findByRole('button', { name: 'Create key' }))
    await screen.findByText('Name is required')
    expect(screen.getByText('Choose at least one scope')).toBeTruthy()
    expect(api.callsTo(make)).toEqual([])
  })

  it('creates a key with its limits, shows the secret once and does not keep it', async () => {
    const made = { key: 'glk_the_secret', api_key: anApiKey() }
    const { api, user, runtime } = renderSection('keys', {
      [list]: inTurn(ok([]), ok([anApiKey()])),
      [make]: ok(made, 201),
    })
    await user.click(await screen.findByRole('button', { name: 'New API key' }))
    await user.type(await screen.findByLabelText('Name'), 'ci')
    await user.click(screen.getByLabelText('View instances, logs and metrics'))
    await user.type(screen.getByLabelText('Budget'), '5')
    await user.click(screen.getByRole('button', { name: 'Create key' }))
    await screen.findByText('glk_the_secret')
    expect(api.callsTo(make)[0]?.body).toMatchObject({
      name: 'ci',
      scopes: ['instances:read'],
      budget_micro_usd: 5_000_000,
    })
    const example = screen.getByRole('region', { name: 'Example' })
    expect(example.textContent).toContain('/api/instances')
    await user.click(screen.getByText('Command line'))
    expect(example.textContent).toContain('gridloom ps')
    await user.click(screen.getByRole('button', { name: 'I have copied it' }))
    await waitFor(() => expect(screen.queryByText('glk_the_secret')).toBeNull())
    expect(await screen.findByRole('row', { name: /ci/ })).toBeTruthy()
    const kept = runtime.queryClient.getMutationCache().getAll()
    expect(JSON.stringify(kept.map(({ state }) => state.data ?? null))).not.toContain('secret')
  })

  it('creates a key limited to some models, with a weekly budget', async () => {
    const { api, user } = renderSection('keys', {
      [list]: ok([]),
      [make]: ok({ key: 'glk_the_secret', api_key: anApiKey() }, 201),
      'GET /models/text/models': bare({ models: [aModel()] }),
    })
    await user.click(await screen.findByRole('button', { name: 'New API key' }))
    await user.type(await screen.findByLabelText('Name'), 'bot')
    expect(screen.queryByRole('combobox', { name: 'Models' })).toBeNull()
    await user.click(screen.getByLabelText(/^Use models/))
    await user.click(screen.getByRole('combobox', { name: 'Models' }))
    await user.click(await screen.findByRole('option', { name: smolId, hidden: true }))
    const counts = screen.getByRole('combobox', { name: 'Budget period' })
    expect(counts.hasAttribute('disabled')).toBe(true)
    await user.type(screen.getByLabelText('Budget'), '5')
    await user.click(counts)
    await user.click(await screen.findByRole('option', { name: 'Each week', hidden: true }))
    expect(screen.getByText('Resets on Mondays, midnight UTC')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Create key' }))
    await screen.findByText('glk_the_secret')
    expect(api.callsTo(make)[0]?.body).toMatchObject({
      scopes: ['models:use'],
      models: [smolId],
      budget_micro_usd: 5_000_000,
      budget_period: 'weekly',
    })
  })

  it('selects all read scopes, all scopes or none', async () => {
    const { user } = renderSection('keys', { [list]: ok([]) })
    await user.click(await screen.findByRole('button', { name: 'New API key' }))
    await user.click(await screen.findByRole('button', { name: 'Read-only' }))
    expect(screen.getAllByRole('checkbox', { checked: true })).toHaveLength(readingScopes.length)
    await user.click(screen.getByRole('button', { name: 'Full access' }))
    expect(screen.getAllByRole('checkbox', { checked: true })).toHaveLength(Scope.options.length)
    await user.click(screen.getByRole('button', { name: 'Clear' }))
    expect(screen.queryAllByRole('checkbox', { checked: true })).toEqual([])
  })

  it('keeps the form’s values when the server refuses', async () => {
    const { user } = renderSection('keys', {
      [list]: ok([]),
      [make]: refuse('email_unverified'),
    })
    await user.click(await screen.findByRole('button', { name: 'New API key' }))
    await user.type(await screen.findByLabelText('Name'), 'ci')
    await user.click(screen.getByRole('button', { name: 'Full access' }))
    await user.click(screen.getByRole('button', { name: 'Create key' }))
    await screen.findByText('Verify your email address first.')
    expect(typedIn(screen.getByLabelText('Name'))).toBe('ci')
  })

  it('creates the key once the user has re-authenticated', async () => {
    const made = { key: 'glk_the_secret', api_key: anApiKey() }
    const { runtime, user } = renderSection('keys', {
      [list]: ok([]),
      [make]: inTurn(refuse('confirmation_required'), ok(made, 201)),
    })
    await user.click(await screen.findByRole('button', { name: 'New API key' }))
    await user.type(await screen.findByLabelText('Name'), 'ci')
    await user.click(screen.getByRole('button', { name: 'Full access' }))
    await user.click(screen.getByRole('button', { name: 'Create key' }))
    await waitFor(() => expect(runtime.confirmations.store.getState().asked).toBe(true))
    runtime.confirmations.settle('confirmed')
    expect(await screen.findByText('glk_the_secret')).toBeTruthy()
  })

  it('warns what stops working before a key is revoked', async () => {
    const revoke = `DELETE /api/user/api-keys/${sampleId('key', 1)}`
    const { api, user } = renderSection('keys', {
      [list]: inTurn(ok([anApiKey()]), ok([])),
      [revoke]: ok({}),
    })
    await user.click(await screen.findByRole('button', { name: 'Revoke ci' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText(/Every script and program that uses/).textContent).toContain(
      'from 192.0.2.9',
    )
    expect(api.callsTo(revoke)).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Revoke API key' }))
    await screen.findByText('API key ci was revoked')
    expect(await screen.findByText('No API key yet')).toBeTruthy()
  })
})

describe('SSH keys', () => {
  it('explains what the keys are for when there are none', async () => {
    renderSection('ssh-keys', { [listSsh]: ok([]) })
    await screen.findByText('No SSH key yet')
    expect(screen.getByText(/installed in every instance you order/)).toBeTruthy()
  })

  it('shows the fingerprint and type of each key', async () => {
    renderSection('ssh-keys', { [listSsh]: ok([anSshKey()]) })
    const shown = within(await screen.findByRole('list', { name: 'SSH keys' }))
    expect(shown.getByText(anSshKey().fingerprint)).toBeTruthy()
    expect(shown.getByText('ssh-ed25519')).toBeTruthy()
  })

  it('adds a key that is pasted', async () => {
    const { api, user } = renderSection('ssh-keys', {
      [listSsh]: inTurn(ok([]), ok([anSshKey()])),
      [addSsh]: ok(anSshKey()),
    })
    await openForm(user)
    await user.click(screen.getByLabelText('Public key'))
    await user.paste(`${publicKey}\n`)
    await submitKey(user)
    await screen.findByText('SSH key laptop added')
    expect(api.callsTo(addSsh)[0]?.body).toEqual({ ssh_key: publicKey })
    expect(await screen.findByText(anSshKey().fingerprint)).toBeTruthy()
  })

  it('reads a key from a dropped file and suggests its comment as the name', async () => {
    const { user } = renderSection('ssh-keys', { [listSsh]: ok([]) })
    await openForm(user)
    const file = new File([`${publicKey}\n`], 'id_ed25519.pub')
    const field = screen.getByLabelText('Public key')
    fireEvent.drop(field, { dataTransfer: { files: [file] } })
    await waitFor(() => expect(typedIn(field)).toBe(publicKey))
    expect(screen.getByLabelText('Name').getAttribute('placeholder')).toBe('ada@laptop')
  })

  it('never sends a private key', async () => {
    const { api, user } = renderSection('ssh-keys', { [listSsh]: ok([]) })
    await openForm(user)
    await user.click(screen.getByLabelText('Public key'))
    await user.paste('-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNz\n-----END')
    await submitKey(user)
    await screen.findByText(/This is a private key/)
    expect(api.callsTo(addSsh)).toEqual([])
  })

  it('shows a server error at the key’s field', async () => {
    const damaged = 'This key is cut off or damaged.'
    const { user } = renderSection('ssh-keys', {
      [listSsh]: ok([]),
      [addSsh]: refuse('invalid_input', { fields: { ssh_key: damaged } }),
    })
    await openForm(user)
    await user.type(screen.getByLabelText('Public key'), 'ssh-ed25519 AAAA')
    await submitKey(user)
    expect(await screen.findByText(damaged)).toBeTruthy()
  })

  it('removes a key once the dialog is confirmed', async () => {
    const remove = `DELETE /api/user/ssh_keys/${sampleId('ssh', 1)}`
    const { user } = renderSection('ssh-keys', {
      [listSsh]: inTurn(ok([anSshKey()]), ok([])),
      [remove]: ok({}),
    })
    await user.click(await screen.findByRole('button', { name: 'Remove laptop' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Remove SSH key' }))
    await screen.findByText('SSH key laptop removed')
    expect(await screen.findByText('No SSH key yet')).toBeTruthy()
  })
})

type User = ReturnType<typeof renderApp>['user']

function renderSection(section: string, answers: Answers) {
  return renderApp({ path: `/account?section=${section}`, answers })
}

async function openForm(user: User): Promise<void> {
  await user.click(await screen.findByRole('button', { name: 'Add SSH key' }))
  await screen.findByRole('dialog')
}

async function submitKey(user: User): Promise<void> {
  const dialog = within(screen.getByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Add SSH key' }))
}
