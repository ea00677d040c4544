/** Text that clears the screen, sets the title, links, writes to the clipboard, and turns text around. */
export const hostile =
  'ESC[\u001b[2J] OSC8[\u001b]8;;https://evil.example\u0007x] OSC52[\u001b]52;c;ZXZpbA==\u001b\\] C1[\u009b2J\u009d0;x\u009c] DEL[\u007f] CR[\rfake] bidi[\u202eevil\u202c\u2066x\u2069] sep[\u2028\u2029]';

/** Everything that may steer a terminal, except the line breaks between lines. */
export const steering =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
  /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;
