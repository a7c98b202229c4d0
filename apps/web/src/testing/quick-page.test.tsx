import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { anApiKey } from './account-samples.ts'
import { quickProperties } from './computed-styles.ts'
import { ok } from './fake-api.ts'
import { renderApp } from './render-app.tsx'

/** The window of a frame has jsdom's own functions. */
const frame = document.createElement('iframe')
document.head.append(frame)
const jsdom = frame.contentWindow as Window & typeof globalThis

afterAll(() => frame.remove())

afterEach(() => {
  document.body.replaceChildren()
  for (const sheet of document.head.querySelectorAll('style')) sheet.remove()
})

describe('computed styles', () => {
  it.each([
    [
      'no style',
      '<p><b>a</b></p><ul><li>b</li></ul><table><tbody><tr><td>c</td></tr></tbody></table>',
    ],
    ['an inline style', '<div style="display: none"><b>a</b></div><b style="display: flex">b</b>'],
    [
      'visibility',
      '<div style="visibility: hidden"><b>a<i style="visibility: visible">b</i></b></div>',
    ],
    [
      'clicks',
      '<div style="pointer-events: none"><b>a<i style="pointer-events: auto">b</i></b></div>',
    ],
    [
      '`hidden`',
      '<div hidden><b>a</b></div><b hidden="until-found">b</b><table><tr hidden><td>c</td></tr></table>',
    ],
    ['`hidden` with an inline style', '<div hidden style="display: block">a</div>'],
    [
      'keywords',
      '<div style="display: flex; visibility: hidden"><b style="display: inherit; visibility: initial">a</b><i style="display: var(--none); pointer-events: unset">b</i></div>',
    ],
    [
      'details',
      '<details><summary>a</summary><p>b</p></details><details open><summary>a</summary></details>',
    ],
    ['dialogs', '<dialog>a</dialog><dialog open>b</dialog><div popover>c</div>'],
    [
      'hidden fields',
      '<input type="hidden"><input type="HIDDEN"><input type="text"><noscript>a</noscript><template>b</template>',
    ],
    ['drawings', '<svg><g style="display: none"><path></path></g><title>a</title></svg>'],
    [
      'a sheet',
      '<style>.gone { display: none } #ghost { visibility: hidden } p > b { pointer-events: none }</style><b class="a gone">a</b><div id="ghost"><i>b</i></div><p><b>c</b></p>',
    ],
    [
      'a sheet against an inline style',
      '<style>.gone { display: none !important } .here { display: flex }</style><b class="gone" style="display: block">a</b><i class="here" style="display: none">b</i>',
    ],
    [
      'media',
      '<style>@media (min-width: 1px) { .wide { display: none } } @media print { .print { display: none } } @media screen { .screen { display: none } }</style><b class="wide">a</b><b class="print">b</b><b class="screen">c</b>',
    ],
    ['rules that are not read', '<style>@layer one { b { display: none } }</style><b>a</b>'],
  ])('are those of jsdom, with %s', (_, html) => {
    document.body.innerHTML = html
    expectJsdomStyles()
  })

  it('are those of jsdom in the app', async () => {
    const { user } = renderApp({
      path: '/account?section=keys',
      answers: { 'GET /api/user/api-keys': ok([anApiKey()]) },
    })
    await user.click(await screen.findByRole('button', { name: 'New API key' }))
    await screen.findByRole('dialog')
    expectJsdomStyles()
  })

  it('change with styles, classes and sheets', () => {
    document.body.innerHTML = '<div><b class="one">a</b></div>'
    const [div, b] = document.body.querySelectorAll<HTMLElement>('*')
    const style = getComputedStyle(b as Element)
    expect(style.display).toBe('inline')
    const sheet = document.createElement('style')
    document.head.append(sheet)
    sheet.textContent = '.one { display: none }'
    expect(style.display).toBe('none')
    sheet.textContent = '.two { visibility: hidden }'
    expect([style.display, style.visibility]).toEqual(['inline', 'visible'])
    b?.classList.add('two')
    expect(style.visibility).toBe('hidden')
    sheet.sheet?.insertRule('.one { pointer-events: none }', 1)
    expect(style.pointerEvents).toBe('none')
    sheet.remove()
    expect([style.visibility, style.pointerEvents]).toEqual(['visible', 'auto'])
    div?.style.setProperty('visibility', 'hidden')
    expect(style.visibility).toBe('hidden')
    expectJsdomStyles()
  })

  it('keep hidden elements from being found, and elements without clicks from being clicked', async () => {
    document.body.innerHTML =
      '<div style="display: none"><button>A</button></div><div style="pointer-events: none"><button>B</button></div>'
    expect(screen.queryByRole('button', { name: 'A' })).toBeNull()
    const click = userEvent.click(screen.getByRole('button', { name: 'B' }))
    await expect(click).rejects.toThrow('pointer-events: none')
  })
})

describe('labels', () => {
  it.each([
    ['of an id', '<label for="a">A</label><input id="a"><label for="a">again</label>'],
    ['around a field', '<label>A<b><input></b><input></label>'],
    ['around a field, of another', '<label for="b">A<input id="a"></label><input id="b">'],
    [
      'of nothing',
      '<label for="">A<input></label><label for="gone">B<input></label><label>C</label>',
    ],
    [
      'of a hidden field',
      '<label for="a">A</label><input id="a" type="hidden"><label>B<input type="hidden"><input></label>',
    ],
    ['of what takes none', '<label for="a">A</label><div id="a"></div>'],
    [
      'of an id that is used twice',
      '<label for="a">A</label><input id="a"><select id="a"></select>',
    ],
    [
      'of each kind',
      '<label>A<button></button></label><label>B<meter></meter></label><label>C<output></output></label><label>D<progress></progress></label><label>E<select></select></label><label>F<textarea></textarea></label>',
    ],
  ])('are those of jsdom, %s', (_, html) => {
    document.body.innerHTML = html
    expectJsdomLabels(document.body)
    const apart = document.createElement('form')
    apart.innerHTML = html
    expectJsdomLabels(apart)
  })
})

describe('an element with an id', () => {
  it('is the first within the one that is searched', () => {
    document.body.innerHTML = '<b id="a"></b><p id="b"><i id="a"></i><u id="a"></u></p>'
    const p = document.querySelector('p')
    expect(p?.querySelector('[id="a"]')?.localName).toBe('i')
    expect(document.body.querySelector('[id="a"]')?.localName).toBe('b')
    expect(p?.querySelector('[id="b"]')).toBeNull()
    expect(p?.querySelector('[id="c"]')).toBeNull()
  })
})

function expectJsdomStyles(): void {
  const stylesBy = (compute: typeof getComputedStyle) =>
    [...document.querySelectorAll('*')].map((element) => [
      element.localName,
      ...quickProperties.map((name) => compute(element).getPropertyValue(name)),
      compute(element).pointerEvents,
    ])
  expect(stylesBy(getComputedStyle)).toEqual(stylesBy(jsdom.getComputedStyle))
}

function expectJsdomLabels(root: Element): void {
  for (const element of root.querySelectorAll('*')) {
    for (const name of ['labels', 'control']) {
      const kind = element.constructor.name as 'HTMLInputElement'
      const original = Object.getOwnPropertyDescriptor(jsdom[kind].prototype, name)?.get
      const seen: unknown = Reflect.get(element, name)
      const theirs: unknown = original?.call(element)
      expect(listOf(seen)).toEqual(listOf(theirs))
    }
  }
}

function listOf(value: unknown): unknown {
  return value instanceof NodeList ? [...value] : value
}
