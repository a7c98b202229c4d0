const lists = ['/instance/myinstance', '/machines'] as const

/** Returns the list above a detail page: after a switch, the active account has other instances and machines. */
export function listAbove(pathname: string): (typeof lists)[number] | undefined {
  return lists.find((list) => pathname.startsWith(`${list}/`))
}
