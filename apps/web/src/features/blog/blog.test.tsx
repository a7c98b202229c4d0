import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderApp } from '../../testing/render-app.tsx'
import { feedOf } from './feed-of.ts'
import { posts } from './posts.ts'
import { readPost } from './read-post.ts'
import { notesFrom } from './release-notes.ts'

describe('the blog', () => {
  it('lists the posts, newest first, for everybody', async () => {
    const { user } = renderApp({ path: '/blog', token: null })
    await screen.findByRole('heading', { level: 1, name: 'Blog' })
    const titles = screen.getAllByRole('heading', { level: 2 }).map((title) => title.textContent)
    expect(titles).toEqual(posts.map(({ title }) => title))
    expect(posts.map(({ date }) => date)).toEqual(
      posts
        .map(({ date }) => date)
        .sort()
        .reverse(),
    )
    await user.click(screen.getByRole('link', { name: 'Gridloom is in beta' }))
    await screen.findByRole('heading', { level: 2, name: 'Rent a machine' })
    expect(document.title).toContain('Gridloom is in beta')
  })

  it('shows the changelog as release notes, by day and newest first', async () => {
    renderApp({ path: '/blog/release-notes', token: null })
    await screen.findAllByRole('heading', { level: 3 })
    const days = screen.getAllByRole('heading', { level: 2 }).map((day) => day.textContent)
    const dates = days.map((day) => Date.parse(`${day} UTC`))
    expect(days.length).toBeGreaterThan(1)
    for (const day of days) expect(day).toMatch(/^[A-Z][a-z]+ \d{1,2}, \d{4}$/)
    expect(dates).toEqual(dates.toSorted((one, other) => other - one))
  })

  it('leads from an unknown post to the start page', async () => {
    const { router } = renderApp({ path: '/blog/nothing', token: null })
    await waitFor(() => expect(router.state.location.pathname).toBe('/onboarding'))
  })
})

it('leaves out of the release notes what is for developers, and writes days in words', () => {
  const changelog = '# Changelog\n\nFor developers.\n\n## 2026-01-12\n\nA\n\n## 2026-01-02\n\nB\n'
  expect(notesFrom(changelog)).toBe('## January 12, 2026\n\nA\n\n## January 2, 2026\n\nB')
})

describe('a post', () => {
  it('has day and slug in the name of its file, title and summary in its text', () => {
    expect(readPost('x/2026-01-02-hello-you.md', '# Hello\n\nFirst\nlines.\n\nMore.\n')).toEqual({
      slug: 'hello-you',
      date: '2026-01-02',
      title: 'Hello',
      summary: 'First lines.',
      text: 'First\nlines.\n\nMore.',
    })
    expect(readPost('README.md', '# Hello\n\nFirst.')).toBeUndefined()
  })
})

it('makes a feed whose entries can be read as XML', () => {
  const post = { slug: 'a', date: '2026-01-02', title: 'A & <b>', summary: 'S', text: 'T' }
  const feed = new DOMParser().parseFromString(feedOf('Gridloom', [post]), 'application/xml')
  expect(feed.querySelector('parsererror')).toBeNull()
  expect(feed.querySelector('entry > title')?.textContent).toBe('A & <b>')
  expect(feed.querySelector('entry > link')?.getAttribute('href')).toBe('/blog/a')
  expect(feed.querySelector('updated')?.textContent).toBe('2026-01-02T00:00:00Z')
})
