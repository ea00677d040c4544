import type { Random } from '../../cli/storm/random.ts';

type Mail = { destination: string[]; tags: Record<string, string[]> };

/** Adds what a real configuration set adds to a report of SES: all headers of the mail, and the tags of SES. */
export function withFullHeaders(payload: Buffer, sentAt: Date, random: Random): Buffer {
  const report = JSON.parse(payload.toString()) as { mail: Mail };
  const [to = ''] = report.mail.destination;
  const hex = (length: number) =>
    Array.from({ length }, () => Math.floor(random.next() * 16).toString(16)).join('');
  const date = sentAt.toUTCString();
  const messageId = `<${hex(32)}@mail.shop.example>`;
  const subject = `Your order ${Math.floor(random.next() * 1e6)} is on its way`;
  const headers = {
    Received: `from web-3.shop.example (ec2-203-0-113-25.compute-1.amazonaws.com [203.0.113.25]) by email-smtp.amazonaws.com with SMTP (SimpleEmailService-d-${hex(9)}) id ${hex(20)} for ${to}; ${date}`,
    Date: date,
    From: 'Shop <no-reply@shop.example>',
    'Reply-To': 'help@shop.example',
    To: to,
    'Message-ID': messageId,
    Subject: subject,
    'MIME-Version': '1.0',
    'Content-Type': `multipart/alternative; boundary="--_NmP-${hex(16)}-Part_1"`,
    'List-Unsubscribe': `<https://shop.example/unsubscribe?u=${hex(24)}>, <mailto:leave@shop.example>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    'X-Campaign': 'autumn-2026',
  };
  const mail = {
    ...report.mail,
    headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
    commonHeaders: {
      returnPath: 'no-reply@shop.example',
      from: [headers.From],
      replyTo: [headers['Reply-To']],
      date,
      to: [to],
      messageId,
      subject,
    },
    tags: {
      ...report.mail.tags,
      'ses:operation': ['SendSmtpEmail'],
      'ses:source-ip': ['203.0.113.25'],
      'ses:caller-identity': ['shop-mailer'],
      'ses:outgoing-ip': ['54.240.8.70'],
    },
  };
  return Buffer.from(JSON.stringify({ ...report, mail }));
}
