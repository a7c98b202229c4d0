import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderApp } from '../../testing/render-app.tsx'

describe('/subreddit-error', () => {
  it.each([
    ['access_denied', 'Access to Reddit was not granted'],
    ['not_moderator', 'You don’t moderate this subreddit'],
    ['reddit_down', 'Reddit is not responding'],
    ['toString', 'The subreddit could not be connected'],
  ])('explains %s and how to try again', async (reason, title) => {
    renderApp({ path: `/subreddit-error?reason=${reason}`, token: null })
    await screen.findByRole('heading', { name: title })
    expect(screen.getByRole('heading', { name: 'How to try again' })).toBeTruthy()
  })
})
