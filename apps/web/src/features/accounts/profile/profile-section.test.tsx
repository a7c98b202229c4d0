import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Answers, ok, refuse } from '../../../testing/fake-api.ts'
import { fakePictures } from '../../../testing/fake-pictures.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { sampleId, someDetails } from '../../../testing/samples.ts'
import { typedIn } from '../../../testing/typed-in.ts'

const update = 'PUT /api/user/update-profile'
const details = 'GET /api/user/details'

describe('the account page', () => {
  it('opens the section that the URL names and marks its link', async () => {
    renderApp({ path: '/account?section=password' })
    await screen.findByRole('heading', { level: 2, name: 'Change password' })
    const links = within(screen.getByRole('navigation', { name: 'Account' }))
    expect(links.getByRole('link', { current: 'page' }).textContent).toBe('Password')
  })

  it('writes the chosen section into the URL', async () => {
    const { router, user } = renderApp({ path: '/account' })
    await user.click(await screen.findByRole('link', { name: 'Password' }))
    await screen.findByRole('heading', { level: 2, name: 'Change password' })
    expect(router.state.location.search).toEqual({ section: 'password' })
  })

  it('shows the profile when the URL names an unknown section', async () => {
    renderApp({ path: '/account?section=nonsense' })
    expect(await screen.findByRole('heading', { level: 2, name: 'Profile' })).toBeTruthy()
  })

  it('shows the API calls of a section as code', async () => {
    const { user } = renderApp({ path: '/account?section=sessions' })
    await user.click(await screen.findByRole('button', { name: 'API / CLI' }))
    expect(await screen.findByText('DELETE /api/user/sessions')).toBeTruthy()
  })
})

describe('the profile', () => {
  it('saves the names and shows the server’s response', async () => {
    const saved = someDetails({ name: 'Ada L.', username: 'ada-l' })
    const { api, user } = await renderProfile({ [update]: ok(saved) })
    await user.type(await screen.findByLabelText('Name'), 'Ada L. ')
    await user.clear(screen.getByLabelText('Username'))
    await user.type(screen.getByLabelText('Username'), 'ada-l')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Profile saved')
    expect(api.callsTo(update)[0]?.body).toEqual({ name: 'Ada L.', username: 'ada-l' })
    expect(typedIn(screen.getByLabelText('Name'))).toBe('Ada L.')
    expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
  })

  it('rejects an invalid username before it is sent', async () => {
    const { api, user } = await renderProfile({})
    await user.type(await screen.findByLabelText('Username'), ' lovelace')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Use 2 to 40 letters', { exact: false })
    expect(api.callsTo(update)).toEqual([])
  })

  it('shows a server error at its field and keeps the form’s values', async () => {
    const taken = refuse('invalid_input', { fields: { username: 'This username is taken' } })
    const { user } = await renderProfile({ [update]: taken })
    await user.type(await screen.findByLabelText('Username'), '2')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('This username is taken')
    expect(typedIn(screen.getByLabelText('Username'))).toBe('ada2')
  })

  it('shows the account ID with a copy button', async () => {
    await renderProfile({})
    expect(await screen.findByText(sampleId('acc', 1))).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Copy account ID' })).toBeTruthy()
  })

  it('reports that the profile could not be loaded and offers a retry', async () => {
    let answer = refuse('forbidden')
    const { user } = await renderProfile({ [details]: (call) => answer(call) })
    await screen.findByText('Your profile could not be loaded')
    answer = ok(someDetails())
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByLabelText('Username')).toBeTruthy()
  })
})

describe('the account facts', () => {
  it('show a verified email address without a verify button', async () => {
    await renderProfile({})
    await screen.findByText('Verified')
    expect(screen.queryByRole('button', { name: 'Verify' })).toBeNull()
  })

  it('offer to verify the email address with a new code', async () => {
    const { api, user } = await renderProfile({
      [details]: ok(someDetails({ email_verified: false })),
      'POST /api/user/resend-otp': ok({}),
    })
    await user.click(await screen.findByRole('button', { name: 'Verify' }))
    await screen.findByRole('dialog')
    expect(await screen.findByLabelText('Digit 1 of 6')).toBeTruthy()
    expect(api.callsTo('POST /api/user/resend-otp')[0]?.body).toEqual({ email: 'ada@example.com' })
  })

  it('open the access code view while the beta is closed', async () => {
    const { user } = await renderProfile({
      [details]: ok(someDetails({ has_entered_referral_code: false })),
    })
    const main = within(await screen.findByRole('main'))
    const facts = await main.findByRole('region', { name: 'Account' })
    await user.click(await within(facts).findByRole('button', { name: 'Enter access code' }))
    expect(await screen.findByRole('dialog')).toBeTruthy()
  })
})

describe('the picture', () => {
  it('is cropped to a small square in the browser before it is sent', async () => {
    using pictures = fakePictures({ width: 800, height: 400 })
    const saved = someDetails({ profile_path: '/api/pictures/abc' })
    const { api, user } = await renderProfile({ [update]: ok(saved) })
    await choosePicture()
    await user.click(await screen.findByRole('button', { name: 'Use picture' }))
    await screen.findByText('Picture saved')
    expect(api.callsTo(update)[0]?.body).toEqual({ image: 'data:image/webp;base64,QQ==' })
    expect(pictures.drawn.at(-1)).toEqual([200, 0, 400, 400, 0, 0, 256, 256])
    expect(screen.getByAltText(saved.username).getAttribute('src')).toBe('/api/pictures/abc')
  })

  it('is moved by the arrow keys', async () => {
    using pictures = fakePictures({ width: 800, height: 400 })
    const { user } = await renderProfile({ [update]: ok(someDetails()) })
    await choosePicture()
    const square = await screen.findByRole('button', { name: /Crop area/ })
    square.focus()
    await user.keyboard('{ArrowLeft}')
    await user.click(screen.getByRole('button', { name: 'Use picture' }))
    await waitFor(() => expect(pictures.drawn.at(-1)?.slice(0, 4)).toEqual([220, 0, 400, 400]))
  })

  it('is sent as JPEG on white when the browser cannot write WebP', async () => {
    using pictures = fakePictures({ width: 10, height: 10, writes: ['image/jpeg'] })
    const { api, user } = await renderProfile({ [update]: ok(someDetails()) })
    await choosePicture()
    await user.click(await screen.findByRole('button', { name: 'Use picture' }))
    await waitFor(() =>
      expect(api.callsTo(update)[0]?.body).toEqual({ image: 'data:image/jpeg;base64,QQ==' }),
    )
    expect(pictures.filled).toEqual(['#ffffff'])
  })

  it('is rejected when the browser cannot decode the file', async () => {
    using _ = fakePictures('unreadable')
    await renderProfile({})
    await choosePicture()
    expect(await screen.findByText('Your browser can’t read this file as a picture.')).toBeTruthy()
  })

  it('stays in the open dialog with the error when the server refuses it', async () => {
    using _ = fakePictures({ width: 10, height: 10 })
    const { user } = await renderProfile({ [update]: refuse('too_large') })
    await choosePicture()
    await user.click(await screen.findByRole('button', { name: 'Use picture' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect((await dialog.findByRole('alert')).textContent).toContain('exceeds the limit')
  })

  it('can be removed', async () => {
    const { api, user } = await renderProfile({
      [details]: ok(someDetails({ profile_path: '/api/pictures/abc' })),
      [update]: ok(someDetails()),
    })
    await user.click(await screen.findByRole('button', { name: 'Remove' }))
    await screen.findByText('Picture removed')
    expect(api.callsTo(update)[0]?.body).toEqual({ image: null })
    expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull()
  })
})

async function renderProfile(answers: Answers) {
  const app = renderApp({ path: '/account', answers })
  await screen.findByRole('heading', { level: 1, name: 'Profile' })
  return app
}

/** Drops a file onto the picture; {@link fakePictures} decides what it decodes to. */
async function choosePicture(): Promise<void> {
  const picture = await screen.findByRole('region', { name: 'Picture' })
  const file = new File(['pixels'], 'me.png', { type: 'image/png' })
  fireEvent.drop(picture, { dataTransfer: { files: [file] } })
}
