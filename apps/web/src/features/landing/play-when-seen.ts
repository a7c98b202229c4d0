/**
 * Plays each recording (`data-plays`) from its start when it is first seen, and again with its button. A
 * visitor who prefers reduced motion sees the end of each at once; the style sheet decides so.
 */
export function playWhenSeen(page: Document): void {
  const recordings = [...page.querySelectorAll<HTMLElement>('[data-plays]')]
  const seen = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting || !(target instanceof HTMLElement)) continue
        seen.unobserve(target)
        play(target)
      }
    },
    { threshold: 0.2 },
  )
  for (const recording of recordings) {
    // The one at the top of the page plays from the first paint.
    if (recording.closest('.playing') === null) seen.observe(recording)
    const button = page.querySelector<HTMLElement>(`[data-replay="${recording.dataset.plays}"]`)
    if (button === null || prefersStill()) continue
    button.hidden = false
    button.addEventListener('click', () => play(recording))
  }
}

function play(recording: HTMLElement): void {
  recording.parentElement?.classList.remove('playing')
  // Read, so that the animations end before they begin again.
  void recording.offsetWidth
  recording.parentElement?.classList.add('playing')
}

function prefersStill(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}
