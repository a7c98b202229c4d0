import { api as endpoints } from '@gridloom/contract/api'
import { createMemoryHistory } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRuntime } from '../api/runtime.tsx'
import { App } from '../app/app.tsx'
import { createAppRouter } from '../app/router.tsx'
import { type Answers, bare, createFakeApi, ok } from './fake-api.ts'
import { aDashboard } from './monitoring-samples.ts'
import { aTrust, aWrittenReview, someReviews } from './reputation-samples.ts'
import { aBalance, aBill, sampleId, someConfig, someDetails } from './samples.ts'

interface AppSetup {
  path: string
  /** The token in the cookie; default: signed in. `null`: signed out. */
  token?: string | null
  answers?: Answers
}

/** Renders the whole app at a path in jsdom over a fake network. */
export function renderApp({ path, token = 'token-1', answers = {} }: AppSetup) {
  const api = createFakeApi({ ...usualAnswers, ...answers })
  const page = createCookiePage(token)
  const runtime = createRuntime({ origin: 'http://localhost', endpoints, page, fetch: api.fetch })
  const history = createMemoryHistory({ initialEntries: [path] })
  const router = createAppRouter(runtime, history)
  const view = render(<App runtime={runtime} router={router} />)
  return { ...view, api, page, runtime, router, user: userEvent.setup() }
}

/** Answers to the calls of every signed-in screen. */
const usualAnswers: Answers = {
  'GET /api/config': ok(someConfig()),
  'GET /api/announcements': ok([]),
  'GET /api/health': bare({ status: 'ok' }),
  'GET /api/user/details': ok(someDetails()),
  'GET /api/balance': ok(aBalance()),
  'GET /api/machines': ok([]),
  'GET /api/apps': ok([]),
  [`GET /api/machines/${sampleId('mch', 1)}/apps`]: ok([]),
  [`GET /api/machines/${sampleId('mch', 1)}/models`]: ok([]),
  'GET /api/instances': ok([]),
  'GET /api/templates': ok([]),
  'GET /api/templates/default': ok({
    id: sampleId('tpl', 1),
    template_name: 'Debian shell',
    version: '1.0',
  }),
  'GET /api/render/jobs': ok({ jobs: [], total: 0 }),
  'GET /api/render/scenes': ok([]),
  'GET /models/text/models': bare({ models: [] }),
  'GET /api/offers': ok({
    ...{ offers: [], total: 0, more: false },
    ...{ filters: { isolation: 'isolated' }, query: '' },
  }),
  'GET /api/offers/explain': ok([]),
  'GET /api/companies': ok([]),
  [`GET /api/machines/${sampleId('mch', 1)}/trust`]: ok(aTrust()),
  [`GET /api/machines/${sampleId('mch', 1)}/reviews`]: ok(someReviews()),
  [`GET /api/machines/${sampleId('mch', 1)}/credits`]: ok([]),
  [`GET /api/instances/${sampleId('ins', 1)}/review`]: ok(aWrittenReview()),
  'GET /api/user/invitations': ok([]),
  'GET /api/ledger/lines': ok({ lines: [], next_cursor: null }),
  'GET /api/bill': ok(aBill()),
  'GET /api/dashboard': ok(aDashboard()),
  'GET /api/gpu-alerts': ok([]),
  'GET /api/reservations': ok([]),
  'POST /api/user/logout': ok({}),
}

/** Fakes the cookie jar for one cookie: setting replaces it, `max-age=0` removes it. */
function createCookiePage(token: string | null = null) {
  let jar = token === null ? '' : `token=${token}`
  const written: string[] = []
  return {
    written,
    get cookie() {
      return jar
    },
    set cookie(text: string) {
      written.push(text)
      jar = text.includes('max-age=0') ? '' : (text.split(';')[0] ?? '')
    },
  }
}
