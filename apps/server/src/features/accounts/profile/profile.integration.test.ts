import { describe, expect, it } from 'vitest'
import { refusalOf, type Someone, withPeople } from '../../../../test/people.ts'
import { aJpeg, aPng, asciiOf, aWebp, dataUrlOf } from '../../../../test/pictures.ts'

describe('the profile', () => {
  it('changes the given fields and keeps the others', async () => {
    await using fixture = await withPeople()
    const { client, email } = await fixture.someone('ada')
    const changed = await client.accounts.updateProfile({ body: { name: ' Ada Lovelace ' } })
    expect(changed).toMatchObject({ name: 'Ada Lovelace', username: email.split('@')[0] })
    const renamed = await client.accounts.updateProfile({ body: { username: 'ada.l' } })
    expect(renamed).toMatchObject({ name: 'Ada Lovelace', username: 'ada.l' })
    expect(await client.accounts.details()).toMatchObject({ username: 'ada.l' })
    expect((await client.accounts.updateProfile({ body: { name: '' } })).name).toBeNull()
  })

  it('allows two users to have the same username and rejects invalid usernames', async () => {
    await using fixture = await withPeople()
    const [ada, eve] = [await fixture.someone(), await fixture.someone()]
    await ada.client.accounts.updateProfile({ body: { username: 'same' } })
    expect(await eve.client.accounts.updateProfile({ body: { username: 'same' } })).toMatchObject({
      username: 'same',
    })
    for (const username of ['a', 'a b', '<b>', 'a'.repeat(41)]) {
      const refused = await refusalOf(ada.client.accounts.updateProfile({ body: { username } }))
      expect(refused).toMatchObject({
        code: 'invalid_input',
        fields: { username: expect.stringContaining('letters') },
      })
    }
  })

  it('rejects a caller who is not signed in', async () => {
    await using fixture = await withPeople()
    const body = { username: 'mallory' }
    expect(await fixture.raw('PUT', '/api/user/update-profile', { body })).toMatchObject({
      status: 401,
    })
    expect(await fixture.raw('GET', '/api/user/notifications')).toMatchObject({ status: 401 })
    expect(
      await fixture.raw('PUT', '/api/user/notifications', { body: { announcements: false } }),
    ).toMatchObject({ status: 401 })
  })
})

describe('tours', () => {
  it('are dismissed and shown again for one user, one by one', async () => {
    await using fixture = await withPeople()
    const [ada, eve] = [await fixture.someone(), await fixture.someone()]
    const change = (tour: 'rent' | 'models', dismissed: boolean) =>
      ada.client.accounts.changeTour({ body: { tour, dismissed } })
    await Promise.all([change('rent', true), change('models', true)])
    await change('rent', true)
    const both = (await ada.client.accounts.details()).dismissed_tours
    expect(both.toSorted()).toEqual(['models', 'rent'])
    expect(await change('rent', false)).toEqual({ dismissed_tours: ['models'] })
    expect((await eve.client.accounts.details()).dismissed_tours).toEqual([])
  })
})

describe('a picture', () => {
  it('is served to anyone, cached for a year and sandboxed', async () => {
    await using fixture = await withPeople()
    const { client } = await fixture.someone()
    const bytes = aPng(256, 256)
    const image = dataUrlOf('image/png', bytes)
    const { profile_path } = await client.accounts.updateProfile({ body: { image } })
    expect(profile_path).toMatch(/^\/api\/pictures\/[0-9a-f]{64}$/)
    const shown = await fetch(new URL(profile_path ?? '', fixture.server.url))
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(bytes)
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': 'inline; filename="picture.png"',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(
        /^default-src 'none';.*frame-ancestors 'none'; sandbox$/,
      ),
    })
  })

  it('is a PNG, JPEG or WebP, has a new address after each change, and can be removed', async () => {
    await using fixture = await withPeople()
    const { client } = await fixture.someone()
    const paths = new Set<string | null>()
    for (const image of [
      dataUrlOf('image/png', aPng(32, 32)),
      dataUrlOf('image/jpeg', aJpeg(1024, 1024)),
      dataUrlOf('image/webp', aWebp('canvas', 100, 200)),
    ])
      paths.add((await client.accounts.updateProfile({ body: { image } })).profile_path)
    expect(paths.size).toBe(3)
    const last = [...paths].at(-1) ?? ''
    expect(await client.accounts.updateProfile({ body: { image: null } })).toMatchObject({
      profile_path: null,
    })
    for (const path of [...paths, last])
      expect(await fixture.raw('GET', path ?? '')).toMatchObject({ status: 404 })
  })

  it.each([
    ['a script in SVG', dataUrlOf('image/svg+xml', asciiOf('<svg/>')), 'Use a PNG, JPEG or WebP'],
    ['HTML', dataUrlOf('text/html', asciiOf('<b>')), 'Use a PNG, JPEG or WebP'],
    ['SVG that says PNG', dataUrlOf('image/png', asciiOf('<svg/>')), 'without extra data'],
    ['a PNG that says JPEG', dataUrlOf('image/jpeg', aPng(64, 64)), 'declared type'],
    [
      'a PNG with a page behind it',
      dataUrlOf('image/png', Buffer.concat([aPng(64, 64), asciiOf('<html>')])),
      'without extra data',
    ],
    ['a small one', dataUrlOf('image/png', aPng(31, 64)), 'at least 32'],
    ['a wide one', dataUrlOf('image/png', aPng(1025, 64)), 'at most 1024'],
    ['bad base 64', 'data:image/png;base64,iVBORw0KGgo=a', 'Use a PNG, JPEG or WebP'],
    ['base 64 with bits left over', 'data:image/png;base64,iVBORw0KGh==', 'could not be read'],
    ['a large one', dataUrlOf('image/png', Buffer.alloc(262_145)), 'larger than 256 KB'],
    ['a huge one', dataUrlOf('image/png', Buffer.alloc(400_000)), 'larger than 256 KB'],
  ])('is rejected if it is %s', async (_, image, text) => {
    await using fixture = await withPeople()
    const { client } = await fixture.someone()
    const refused = await refusalOf(client.accounts.updateProfile({ body: { image } }))
    expect(refused).toMatchObject({ code: 'invalid_input', status: 400 })
    expect(refused.fields.image).toContain(text)
    expect((await client.accounts.details()).profile_path).toBeNull()
  })
})

describe('notification settings', () => {
  it('are all on at first, change one by one, and are separate for each user', async () => {
    await using fixture = await withPeople()
    const [ada, eve] = [await fixture.someone(), await fixture.someone()]
    const everything = {
      balance_low: true,
      instance_alerts: true,
      machine_alerts: true,
      render_news: true,
      offer_alerts: true,
      post_reminders: true,
      new_sign_in: true,
      announcements: true,
    }
    expect(await settingsOf(ada)).toEqual(everything)
    await ada.client.accounts.changeNotifications({ body: { announcements: false } })
    const changed = await ada.client.accounts.changeNotifications({ body: { new_sign_in: false } })
    expect(changed).toEqual({ ...everything, announcements: false, new_sign_in: false })
    expect(await settingsOf(ada)).toEqual(changed)
    expect(await settingsOf(eve)).toEqual(everything)
  })

  it('keep both of two concurrent changes', async () => {
    await using fixture = await withPeople()
    const ada = await fixture.someone()
    await Promise.all([
      ada.client.accounts.changeNotifications({ body: { balance_low: false } }),
      ada.client.accounts.changeNotifications({ body: { machine_alerts: false } }),
    ])
    expect(await settingsOf(ada)).toMatchObject({ balance_low: false, machine_alerts: false })
  })
})

function settingsOf({ client }: Someone) {
  return client.accounts.notifications()
}
