import { expect, it } from 'vitest'
import { createPacer } from './pacer.ts'

it('draws light things with each picture', async () => {
  const { draw, picture, drawn } = setup()
  for (let frame = 1; frame <= 3; frame += 1) {
    draw(3)
    await picture()
    expect(drawn()).toBe(frame)
  }
})

it('leaves three quarters of the time to all else where drawing is heavy', async () => {
  const { draw, picture, rest, drawn } = setup()
  draw(20)
  await picture()
  draw(20)
  await picture()
  expect(drawn()).toBe(1)
  expect(rest()).toBe(60)
  await picture()
  expect(drawn()).toBe(2)
})

it('goes back to each picture when drawing is light again', async () => {
  const { draw, picture, rest, drawn } = setup()
  draw(20)
  await picture()
  draw(1)
  rest()
  await picture()
  draw(1)
  await picture()
  expect(drawn()).toBe(3)
})

function setup() {
  let nowMs = 1_000
  let drawn = 0
  let frames: (() => void)[] = []
  let rests: { delayMs: number; wake: () => void }[] = []
  const later = createPacer({
    nowMs: () => nowMs,
    frame: (draw) => frames.push(draw),
    after: (delayMs, wake) => rests.push({ delayMs, wake }),
  })
  return {
    drawn: () => drawn,
    /** Asks for a drawing whose work, in a microtask as React's, takes so long. */
    draw(tookMs: number) {
      later(() =>
        queueMicrotask(() => {
          nowMs += tookMs
          drawn += 1
        }),
      )
    },
    /** The screen draws once. */
    async picture() {
      const due = frames
      frames = []
      for (const draw of due) draw()
      await Promise.resolve()
      await Promise.resolve()
    },
    /** Lets all rests pass; gives how long they were in all. */
    rest() {
      const due = rests
      rests = []
      let sumMs = 0
      for (const { delayMs, wake } of due) {
        nowMs += delayMs
        sumMs += delayMs
        wake()
      }
      return sumMs
    },
  }
}
