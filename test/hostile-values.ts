/**
 * Texts that would do something if an output took them as they are: control a terminal, reorder a line, or be an
 * element, a link, code, an icon, an edge, a formula, a command or the end of what holds them.
 */
export const hostileValues = {
  terminal: '\u001b[31mred\u001b]8;;https://a.example\u0007link\u001b]52;c;eA==\u0007\u009b2J\u007f\b',
  lines: 'first\r\nsecond\rthird\n::error::fourth\u2028fifth\u0085sixth',
  direction: '\u202eesrever\u202c \u2066isolate\u2069 \u200fmark',
  element: `</title></text></svg></code></script>"'><img src=x onerror=alert(1)><script>alert(1)</script><!--`,
  section: `]]> &lt; &amp; &#60; %0A::error::command <?x?>`,
  link: '[a](javascript:alert(1)) ![b](https://a.example/b.png) [c](command:workbench.action.quit) <https://a.example> [d]: x',
  bracket: '[e\\]f](javascript:alert(1))',
  code: '`code` ``two`` ```three | cell | \\| ~~~ *a* __b__ $x$',
  icon: '$(zap) $(sync~spin) ${1:stop} $1 {braces} {0}',
  edge: '"]; A-->B; click A "javascript:alert(1)" %% #quot; #60; "] -> b [label="x"];',
  formula: `=cmd|' /C calc'!A0`,
  heading: '# heading',
  item: '- item',
  number: '1. item',
  quote: '> quote',
  indented: '    indented',
  rule: '---',
  command: '::error::command',
} as const
