import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Answers, inTurn, ok, refuse } from '../../../testing/fake-api.ts'
import { fakePictures } from '../../../testing/fake-pictures.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { sampleId, someDetails } from '../../../testing/samples.ts'
import { typedIn } from '../../../testing/typed-in.ts'

const update = 'PUT /api/user/update-profile'
const details = 'GET /api/user/details'

describe('the account page', () => {
  it('opens the section that stands in the address, and marks it', async () => {
    renderApp({ path: '/account?section=password' })
    await screen.findByRole('heading', { level: 2, name: 'Change password' })
    const links = within(screen.getByRole('navigation', { name: 'Account' }))
    expect(links.getByRole('link', { current: 'page' }).textContent).toBe('Password')
  })

  it('puts the section that is chosen into the address', async () => {
    const { router, user } = renderApp({ path: '/account' })
    await user.click(await screen.findByRole('link', { name: 'Password' }))
    await screen.findByRole('heading', { level: 2, name: 'Change password' })
    expect(router.state.location.search).toEqual({ section: 'password' })
  })

  it('shows the profile where the address names no section that there is', async () => {
    renderApp({ path: '/account?section=nonsense' })
    expect(await screen.findByRole('heading', { level: 2, name: 'Profile' })).toBeTruthy()
  })

  it('shows each section’s calls as code', async () => {
    const { user } = renderApp({ path: '/account?section=sessions' })
    await user.click(await screen.findByRole('button', { name: 'View code' }))
    expect(await screen.findByText('DELETE /api/user/sessions')).toBeTruthy()
  })
})

describe('the profile', () => {
  it('saves names, and shows at once what the server made of them', async () => {
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

  it('refuses a username that cannot be one before it is sent', async () => {
    const { api, user } = await renderProfile({})
    await user.type(await screen.findByLabelText('Username'), ' lovelace')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText(/Use 2 to 40 letters/)
    expect(api.callsTo(update)).toEqual([])
  })

  it('puts what the server refuses at its field, and keeps what was typed', async () => {
    const taken = refuse('invalid_input', { fields: { username: 'This username is taken' } })
    const { user } = await renderProfile({ [update]: taken })
    await user.type(await screen.findByLabelText('Username'), '2')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('This username is taken')
    expect(typedIn(screen.getByLabelText('Username'))).toBe('ada2')
  })

  it('shows the account id to copy', async () => {
    await renderProfile({})
    expect(await screen.findByText(sampleId('acc', 1))).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Copy account ID' })).toBeTruthy()
  })

  it('tells when the profile could not be loaded, and tries again', async () => {
    const answer = inTurn(refuse('forbidden'), ok(someDetails()))
    const { user } = await renderProfile({ [details]: answer })
    await screen.findByText('Your profile could not be loaded')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByLabelText('Username')).toBeTruthy()
  })
})

describe('the address', () => {
  it('says that it is verified, and offers nothing more', async () => {
    await renderProfile({})
    await screen.findByText('Verified')
    expect(screen.queryByRole('button', { name: 'Verify' })).toBeNull()
  })

  it('sends a code and asks for it where it is not', async () => {
    const { api, user } = await renderProfile({
      [details]: ok(someDetails({ email_verified: false })),
      'POST /api/user/resend-otp': ok({}),
    })
    await user.click(await screen.findByRole('button', { name: 'Verify' }))
    await screen.findByRole('dialog')
    expect(await screen.findByLabelText('Digit 1 of 6')).toBeTruthy()
    expect(api.callsTo('POST /api/user/resend-otp')[0]?.body).toEqual({ email: 'ada@example.com' })
  })

  it('opens the access view where the beta is still closed', async () => {
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

  it('moves under the arrow keys', async () => {
    using pictures = fakePictures({ width: 800, height: 400 })
    const { user } = await renderProfile({ [update]: ok(someDetails()) })
    await choosePicture()
    const square = await screen.findByRole('button', { name: /Crop area/ })
    square.focus()
    await user.keyboard('{ArrowLeft}')
    await user.click(screen.getByRole('button', { name: 'Use picture' }))
    await waitFor(() => expect(pictures.drawn.at(-1)?.slice(0, 4)).toEqual([220, 0, 400, 400]))
  })

  it('is a JPEG on white where the browser writes no WebP', async () => {
    using pictures = fakePictures({ width: 10, height: 10, writes: ['image/jpeg'] })
    const { api, user } = await renderProfile({ [update]: ok(someDetails()) })
    await choosePicture()
    await user.click(await screen.findByRole('button', { name: 'Use picture' }))
    await waitFor(() =>
      expect(api.callsTo(update)[0]?.body).toEqual({ image: 'data:image/jpeg;base64,QQ==' }),
    )
    expect(pictures.filled).toEqual(['#ffffff'])
  })

  it('says so where a file is no picture', async () => {
    using _ = fakePictures('unreadable')
    await renderProfile({})
    await choosePicture()
    expect(
      await screen.findByText('This file is not a picture that your browser can read.'),
    ).toBeTruthy()
  })

  it('shows why the server would not take it, and leaves the dialog open', async () => {
    using _ = fakePictures({ width: 10, height: 10 })
    const { user } = await renderProfile({ [update]: refuse('too_large') })
    await choosePicture()
    await user.click(await screen.findByRole('button', { name: 'Use picture' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect((await dialog.findByRole('alert')).textContent).toContain('exceeds the limit')
  })

  it('can be taken away', async () => {
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
  await screen.findByRole('heading', { level: 1, name: 'Account' })
  return app
}

/** Drops a file onto the picture; what is in it is up to {@link fakePictures}. */
async function choosePicture(): Promise<void> {
  const picture = await screen.findByRole('region', { name: 'Picture' })
  const file = new File(['pixels'], 'me.png', { type: 'image/png' })
  fireEvent.drop(picture, { dataTransfer: { files: [file] } })
}
