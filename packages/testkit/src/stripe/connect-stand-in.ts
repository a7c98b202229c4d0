import type { ServerResponse } from 'node:http'
import { type Fields, numberOf, objectOf, stringOf } from './form-fields.ts'
import { type Onboarded, onboardingPage } from './onboarding-page.ts'
import { Invalid, listOf, type StandInObject } from './stand-in-object.ts'

/** What the rest of the stand-in lends to its part for Connect. */
export interface StandInTools {
  make(prefix: string, object: string, fields: Fields): StandInObject
  get(id: string): StandInObject
  update(id: string, fields: Fields): StandInObject
  all(object: string, having: Fields): StandInObject[]
  /** `account`: the event is of this connected account. */
  emit(type: string, object: Fields, account?: string): void
  address(): string
}

interface Asked {
  /** As `POST transfers/id/reversals`. */
  call: string
  id: string
  path: string
  fields: Fields
}

/** Connected accounts, transfers to them and their reversals, after docs.stripe.com/api. */
export interface ConnectStandIn {
  /** `undefined`: no call of Connect. */
  answerTo(asked: Asked): unknown
  /** Serves the pages of payees. `false`: none of them. */
  page(response: ServerResponse, asked: { pathname: string; form: string }): boolean
  onboard(account: string, how?: Onboarded): void
  /** Another bank account, entered at the payee's dashboard. */
  changeBank(account: string): void
  /** The payee or Stripe ends the connection. */
  disconnect(account: string): void
  topUp(cents: number): void
  available(): number
  /** Reverses a transfer, or a part of it, at the platform's dashboard. */
  reverse(transfer: string, cents?: number): void
}

/** Parameters of each call; Stripe refuses others. */
const parameters: Readonly<Record<string, readonly string[]>> = {
  'POST accounts': [
    ...['country', 'controller', 'capabilities', 'tos_acceptance', 'metadata', 'email'],
  ],
  'POST account_links': ['account', 'return_url', 'refresh_url', 'type'],
  'POST accounts/id/login_links': [],
  'GET accounts/id': [],
  'POST transfers': [
    ...['amount', 'currency', 'destination', 'transfer_group', 'description', 'metadata'],
  ],
  'GET transfers': ['transfer_group', 'limit'],
  'GET transfers/id': [],
  'POST transfers/id/reversals': ['amount'],
  'GET balance': [],
}
const countries = ['US', 'DE', 'FR', 'GB']

export function connectStandIn(tools: StandInTools): ConnectStandIn {
  const { make, get, update, all, emit } = tools
  let availableCents = 0
  let made = 0

  function newAccount(fields: Fields): StandInObject {
    const country = stringOf(fields.country)
    if (!countries.includes(country))
      throw new Invalid('country_unsupported', `${country} is not supported`, 'country')
    return make('acct', 'account', {
      ...{ country, metadata: objectOf(fields.metadata), details_submitted: false },
      ...{ payouts_enabled: false, capabilities: { transfers: 'inactive' } },
      external_accounts: listOf('/v1/accounts', []),
      requirements: {
        currently_due: ['external_account'],
        past_due: [],
        disabled_reason: 'requirements.past_due',
      },
    })
  }

  /** @throws Invalid as Stripe answers for an account that is not, or no longer, connected */
  function connected(id: string): StandInObject {
    const account = get(id)
    if (account.object !== 'account' || account.disconnected === true)
      throw new Invalid('account_invalid', `No access to account '${id}'`, undefined, 403)
    return account
  }

  function changed(id: string, fields: Fields): void {
    emit('account.updated', update(id, fields), id)
  }

  function newBank() {
    made += 1
    return listOf('/v1/accounts', [{ id: `ba_${made}`, object: 'bank_account' }])
  }

  const onboard: ConnectStandIn['onboard'] = (id, how = 'complete') => {
    const isDone = how === 'complete'
    const asked = {
      complete: { currently_due: [], disabled_reason: null },
      incomplete: {
        currently_due: ['individual.id_number'],
        disabled_reason: 'requirements.past_due',
      },
      in_review: { currently_due: [], disabled_reason: 'requirements.pending_verification' },
    }[how]
    changed(id, {
      ...{ details_submitted: true, payouts_enabled: isDone },
      capabilities: { transfers: isDone ? 'active' : 'pending' },
      external_accounts: objectOf(get(id)).details_submitted
        ? get(id).external_accounts
        : newBank(),
      requirements: { past_due: [], ...asked },
    })
  }

  function newTransfer(fields: Fields): StandInObject {
    const to = connected(stringOf(fields.destination))
    const amount = numberOf(fields.amount)
    if (!Number.isSafeInteger(amount) || amount < 1)
      throw new Invalid('parameter_invalid_integer', 'amount')
    if (objectOf(to.capabilities).transfers !== 'active')
      throw new Invalid(
        'insufficient_capabilities_for_transfer',
        'The account needs the capability transfers',
      )
    if (amount > availableCents)
      throw new Invalid('balance_insufficient', 'You have insufficient available funds')
    availableCents -= amount
    const transfer = make('tr', 'transfer', {
      ...{ amount, amount_reversed: 0, currency: fields.currency, destination: to.id },
      ...{ transfer_group: fields.transfer_group ?? null, metadata: objectOf(fields.metadata) },
      reversed: false,
    })
    emit('transfer.created', transfer)
    return transfer
  }

  const reverse = (id: string, cents?: number): StandInObject => {
    const transfer = get(id)
    const left = numberOf(transfer.amount) - numberOf(transfer.amount_reversed)
    const amount = cents ?? left
    if (amount < 1 || amount > left)
      throw new Invalid('amount_too_large', 'More than is left of it')
    availableCents += amount
    const amount_reversed = numberOf(transfer.amount_reversed) + amount
    const reversed = amount === left
    emit('transfer.reversed', update(id, { amount_reversed, reversed }))
    return make('trr', 'transfer_reversal', { amount, transfer: id })
  }

  function answerTo({ call, id, path, fields }: Asked): unknown {
    switch (call) {
      case 'POST accounts':
        return newAccount(fields)
      case 'GET accounts/id':
        return connected(id)
      case 'POST account_links': {
        const account = connected(stringOf(fields.account))
        const link = new URL(`/c/onboard/${account.id}`, tools.address())
        link.searchParams.set('return', stringOf(fields.return_url))
        return { object: 'account_link', url: link.href }
      }
      case 'POST accounts/id/login_links':
        if (connected(id).details_submitted !== true)
          throw new Invalid('account_invalid', 'The account has not completed onboarding')
        return { object: 'login_link', url: `${tools.address()}/c/dashboard/${id}` }
      case 'POST transfers':
        return newTransfer(fields)
      case 'GET transfers':
        return listOf(path, all('transfer', { transfer_group: fields.transfer_group }))
      case 'GET transfers/id':
        return get(id)
      case 'POST transfers/id/reversals':
        return reverse(id, fields.amount === undefined ? undefined : numberOf(fields.amount))
      case 'GET balance':
        return {
          object: 'balance',
          available: [
            { amount: availableCents, currency: 'usd', source_types: { card: availableCents } },
          ],
          pending: [],
        }
      default:
        return undefined
    }
  }

  return {
    onboard,
    reverse: (id, cents) => void reverse(id, cents),
    available: () => availableCents,
    topUp: (cents) => {
      availableCents += cents
    },
    changeBank: (id) => changed(id, { external_accounts: newBank() }),
    disconnect: (id) => {
      update(id, { disconnected: true })
      emit('account.application.deauthorized', { id: 'ca_platform', object: 'application' }, id)
    },
    answerTo(asked) {
      const known = parameters[asked.call]
      const strange = Object.keys(asked.fields).find((name) => known?.includes(name) === false)
      if (strange !== undefined)
        throw new Invalid('parameter_unknown', `Received unknown parameter: ${strange}`, strange)
      return answerTo(asked)
    },
    page: (response, { pathname, form }) => onboardingPage(response, { pathname, form, onboard }),
  }
}
