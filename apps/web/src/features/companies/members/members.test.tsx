import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { anApiKey } from '../../../testing/account-samples.ts'
import { aMember, anInvitation, grace } from '../../../testing/company-samples.ts'
import { ok, refuse } from '../../../testing/fake-api.ts'
import { acmePath, renderCompany } from '../../../testing/render-company.tsx'
import { sampleId } from '../../../testing/samples.ts'

const gracePath = `${acmePath}/members/${sampleId('acc', 2)}`
const adaPath = `${acmePath}/members/${sampleId('acc', 1)}`

describe('members', () => {
  it('can be given another role', async () => {
    const { api, user } = await renderCompany({ answers: { [`PATCH ${gracePath}`]: ok({}) } })
    await user.click(await screen.findByRole('combobox', { name: 'Role of grace' }))
    await user.click(await screen.findByRole('option', { name: 'Admin', hidden: true }))
    await waitFor(() =>
      expect(api.callsTo(`PATCH ${gracePath}`)[0]?.body).toEqual({ role: 'admin' }),
    )
  })

  it('keep their role and show the error when the server refuses the change', async () => {
    const { user } = await renderCompany({
      answers: { [`PATCH ${gracePath}`]: refuse('last_owner') },
    })
    await user.click(await screen.findByRole('combobox', { name: 'Role of grace' }))
    await user.click(await screen.findByRole('option', { name: 'Owner', hidden: true }))
    expect(await screen.findByText(/A company needs an owner/)).toBeTruthy()
  })

  it('must confirm giving up their own role', async () => {
    const { api, user } = await renderCompany({
      overview: { member_list: [aMember(), grace({ role: 'owner' })] },
      answers: { [`PATCH ${adaPath}`]: ok({}) },
    })
    await user.click(await screen.findByRole('combobox', { name: 'Role of ada' }))
    const [first] = await screen.findAllByRole('option', { name: 'Member', hidden: true })
    if (first) await user.click(first)
    expect(api.callsTo(`PATCH ${adaPath}`)).toEqual([])
    await user.click(await screen.findByRole('button', { name: 'Change my role' }))
    await waitFor(() =>
      expect(api.callsTo(`PATCH ${adaPath}`)[0]?.body).toEqual({ role: 'member' }),
    )
  })

  it('can be removed after a warning about what they lose', async () => {
    const { api, user } = await renderCompany({ answers: { [`DELETE ${gracePath}`]: ok({}) } })
    await user.click(await screen.findByRole('button', { name: 'Remove grace' }))
    expect(await screen.findByText(/API keys they created for it are/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Remove member' }))
    expect(await screen.findByText('grace was removed')).toBeTruthy()
    expect(api.callsTo(`DELETE ${gracePath}`)).toHaveLength(1)
  })

  it('cannot leave or change role as the last owner', async () => {
    await renderCompany()
    expect(await screen.findByText('Last owner can’t leave')).toBeTruthy()
    expect(screen.queryByRole('combobox', { name: 'Role of ada' })).toBeNull()
  })

  it('can leave, which removes the company from the screen', async () => {
    const { api, user } = await renderCompany({
      role: 'member',
      overview: { member_list: [aMember({ role: 'member' }), grace({ role: 'owner' })] },
      answers: { [`DELETE ${adaPath}`]: ok({}) },
    })
    await user.click(await screen.findByRole('button', { name: 'Leave Acme' }))
    api.answer('GET /api/companies', ok([]))
    await user.click(await screen.findByRole('button', { name: 'Leave company' }))
    expect(await screen.findByText('No company yet')).toBeTruthy()
  })
})

describe('the company page of a member', () => {
  it('has none of the actions of owners and admins', async () => {
    await renderCompany({
      role: 'member',
      overview: { member_list: [aMember({ role: 'member' }), grace({ role: 'owner' })] },
    })
    await screen.findByRole('table', { name: 'Members' })
    for (const name of ['Add credit', 'Invite member', 'Rename', 'Close company', 'Remove grace'])
      expect(screen.queryByRole('button', { name }), name).toBeNull()
    await waitFor(() => expect(screen.getAllByText('yours only')).toHaveLength(3))
  })

  it('hides the spend of others', async () => {
    await renderCompany({
      role: 'member',
      overview: {
        member_list: [
          aMember({ role: 'member' }),
          grace({ role: 'owner', spent_this_month_micro_usd: null }),
        ],
      },
    })
    const row = await screen.findByRole('row', { name: /grace@example.com/ })
    expect(within(row).getByText('–')).toBeTruthy()
    expect(row.textContent).not.toContain('$')
  })
})

describe('invitations', () => {
  it('are sent to a valid address with a role', async () => {
    const { api, user } = await renderCompany({
      answers: { [`POST ${acmePath}/invitations`]: ok(anInvitation(), 201) },
    })
    await user.click(await screen.findByRole('button', { name: 'Invite member' }))
    const dialog = await screen.findByRole('dialog')
    await user.type(within(dialog).getByLabelText('Email'), 'edsger')
    await user.click(within(dialog).getByRole('button', { name: 'Send invitation' }))
    expect(within(dialog).getByText('Email is not valid')).toBeTruthy()
    await user.type(within(dialog).getByLabelText('Email'), '@example.com')
    await user.click(within(dialog).getByRole('radio', { name: 'Admin' }))
    await user.click(within(dialog).getByRole('button', { name: 'Send invitation' }))
    expect(await screen.findByText('Invitation sent to edsger@example.com')).toBeTruthy()
    expect(api.callsTo(`POST ${acmePath}/invitations`)[0]?.body).toEqual({
      email: 'edsger@example.com',
      role: 'admin',
    })
  })

  it('cannot give the owner role when an admin sends them', async () => {
    const { user } = await renderCompany({ role: 'admin' })
    await user.click(await screen.findByRole('button', { name: 'Invite member' }))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getAllByRole('radio')).toHaveLength(2)
  })

  it('can be withdrawn', async () => {
    const { api, user } = await renderCompany({
      overview: { invitations: [anInvitation()] },
      answers: { [`DELETE ${acmePath}/invitations/${sampleId('inv', 1)}`]: ok({}) },
    })
    const name = 'Withdraw the invitation of edsger@example.com'
    await user.click(await screen.findByRole('button', { name }))
    await user.click(await screen.findByRole('button', { name: 'Withdraw invitation' }))
    await screen.findByText('The invitation of edsger@example.com was withdrawn')
    expect(api.callsTo(`DELETE ${acmePath}/invitations/${sampleId('inv', 1)}`)).toHaveLength(1)
  })
})

describe('API keys of a company', () => {
  it('show their creator and can be revoked', async () => {
    const revoke = `DELETE ${acmePath}/keys/${sampleId('key', 1)}`
    const { api, user } = await renderCompany({
      answers: {
        [`GET ${acmePath}/keys`]: ok([anApiKey({ created_by: 'grace' })]),
        [revoke]: ok({}),
      },
    })
    expect(await screen.findByText(/by grace/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Revoke ci' }))
    await user.click(await screen.findByRole('button', { name: 'Revoke API key' }))
    expect(await screen.findByText('API key ci was revoked')).toBeTruthy()
    expect(api.callsTo(revoke)).toHaveLength(1)
  })

  it('are created for the company and shown once', async () => {
    const { api, user } = await renderCompany({
      answers: {
        [`POST ${acmePath}/keys`]: ok({ key: 'glk_secret', api_key: anApiKey() }, 201),
      },
    })
    await user.click(await screen.findByRole('button', { name: 'New API key' }))
    const dialog = await screen.findByRole('dialog')
    await user.type(within(dialog).getByLabelText('Name'), 'ci')
    await user.click(within(dialog).getByRole('button', { name: 'Read-only' }))
    await user.click(within(dialog).getByRole('button', { name: 'Create key' }))
    expect(await screen.findByText('glk_secret')).toBeTruthy()
    expect(api.callsTo(`POST ${acmePath}/keys`)[0]?.body).toMatchObject({ name: 'ci' })
  })
})
