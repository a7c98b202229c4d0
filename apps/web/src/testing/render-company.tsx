import { screen } from '@testing-library/react'
import { aCompany, anOverview, aSpend } from './company-samples.ts'
import { type Answers, ok } from './fake-api.ts'
import { renderApp } from './render-app.tsx'

/** `/api/companies/acc_…` of {@link aCompany}. */
export const acmePath = `/api/companies/${aCompany().id}`

interface CompanySetup {
  path?: string
  /** The user's role. */
  role?: 'owner' | 'admin' | 'member'
  /** Overrides of the overview. */
  overview?: object
  answers?: Answers
}

/** Renders the company screen with one company. */
export async function renderCompany(setup: CompanySetup = {}) {
  const { path = '/company', role = 'owner', overview = {}, answers = {} } = setup
  const app = renderApp({
    path,
    answers: {
      'GET /api/companies': ok([aCompany({ role })]),
      [`GET ${acmePath}`]: ok(anOverview({ role, ...overview })),
      [`GET ${acmePath}/spend`]: (call) => ok(aSpend(Number(call.query.days)))(call),
      [`GET ${acmePath}/keys`]: ok([]),
      ...answers,
    },
  })
  await screen.findByRole('heading', { level: 1 })
  return app
}
