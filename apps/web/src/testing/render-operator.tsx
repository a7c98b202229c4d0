import { type Answers, ok } from './fake-api.ts'
import { renderApp } from './render-app.tsx'
import { sampleId, someDetails } from './samples.ts'

/** Renders the whole app at a path for the operator. */
export function renderOperator(path: string, answers: Answers) {
  const details = someDetails({
    role: 'operator',
    account_id: sampleId('acc', 9),
    username: 'operator',
    email: 'operator@example.com',
  })
  return renderApp({ path, answers: { 'GET /api/user/details': ok(details), ...answers } })
}
