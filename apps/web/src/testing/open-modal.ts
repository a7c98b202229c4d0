import { act, screen, waitFor, within } from '@testing-library/react'
import { expect } from 'vitest'
import type { Answers } from './fake-api.ts'
import { installFakeTurnstile } from './fake-turnstile.ts'
import { renderApp } from './render-app.tsx'

export type User = ReturnType<typeof renderApp>['user']

interface ModalSetup {
  view?: 'Sign in' | 'Register'
  pass?: 'at-once' | 'not-yet'
  arrives?: 'at-once' | 'later'
  /** An access code stored from a link. */
  code?: string
  answers?: Answers
}

/** Opens the login modal with its button on the start page. */
export async function openModal({ view = 'Sign in', code, answers = {}, ...check }: ModalSetup) {
  const turnstile = installFakeTurnstile(check)
  const app = renderApp({ path: '/onboarding', token: null, answers })
  if (code) act(() => app.runtime.auth.keepAccessCode(code))
  await app.user.click(await screen.findByRole('button', { name: view }))
  await screen.findByRole('dialog')
  return { ...app, turnstile }
}

export async function fillLogin(user: User) {
  await user.type(screen.getByLabelText('Email'), 'ada@example.com')
  await user.type(screen.getByLabelText('Password'), 'password1')
}

export async function fillRegister(user: User, confirm: string) {
  await user.type(screen.getByLabelText('Email'), 'ada@example.com')
  await user.type(screen.getByLabelText('Password'), 'password1')
  await user.type(screen.getByLabelText('Confirm password'), confirm)
}

export async function waitForOpenButton(name: string) {
  const button = await screen.findByRole('button', { name })
  await waitFor(() => expectEnabled(button))
  return button
}

/** Returns the toasts. */
export function messages() {
  return screen.getByRole('region', { name: 'Messages' })
}

/** Waits until the form of the modal shows an error, which no toast repeats. */
export async function showsProblem(text: string) {
  const problem = await within(screen.getByRole('dialog')).findByText(text)
  expect(problem.getAttribute('role')).toBe('alert')
  expect(within(messages()).queryByText(text)).toBeNull()
}

function expectEnabled(button: HTMLElement): void {
  if (button.hasAttribute('disabled')) throw new Error(`"${button.textContent}" is still shut`)
}
