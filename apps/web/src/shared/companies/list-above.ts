const lists = ['/instance/myinstance', '/machines'] as const

/** The list that a thing's own screen stands under: whoever works for somebody else has other things. */
export function listAbove(pathname: string): (typeof lists)[number] | undefined {
  return lists.find((list) => pathname.startsWith(`${list}/`))
}
