import { Home, Video } from 'lucide-react'

/** For a visit at no place: loaded with the first of them. */
export default function AwayIcon({ isHome, className }: { isHome: boolean; className: string }) {
  return isHome ? <Home aria-hidden className={className} /> : <Video aria-hidden className={className} />
}
