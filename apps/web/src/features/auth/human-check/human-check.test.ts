import { expect, it } from 'vitest'
import { mountHumanCheck } from './human-check.ts'

it('leaves the widget of another mount alone when it was left while its code loaded', async () => {
  const { element, other, leave, mount } = setup()
  const mounted = mount()
  leave()
  await expect(mounted).rejects.toThrow('the form is gone')
  expect([...element.children]).toEqual([other])
})

function setup() {
  const element = document.createElement('div')
  const other = document.createElement('p')
  element.replaceChildren(other)
  const left = new AbortController()
  const options = { action: 'login', onAnswer: () => undefined, left: left.signal } as const
  return {
    element,
    other,
    leave: () => left.abort(new Error('the form is gone')),
    mount: () => mountHumanCheck(element, { kind: 'altcha' }, options),
  }
}
