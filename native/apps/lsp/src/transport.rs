//! Messages on two streams.

/* The crate lsp-server ends its reader at the first message that is not JSON. An editor would have to start the server again,
so this reader says what is wrong and goes on with the next message. */

use std::io::{self, BufRead, Read, Write};
use std::thread;

use crossbeam_channel::{Receiver, Sender, bounded, never, select, unbounded};
use lsp_server::{Connection, Message};
use serde_json::Value;

use crate::client::log_message;

/// Longest message that is read. Units: bytes.
const LONGEST: usize = 64 * 1024 * 1024;
/// Longest line of a header. Units: bytes.
const LONGEST_HEADER: u64 = 4 * 1024;

/// Connects two streams. The connection's receiver ends with the input; `written` ends when all is written after the
/// connection was dropped.
pub fn connect(
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
) -> (Connection, Receiver<()>) {
    let (to_server, receiver) = unbounded();
    let (sender, to_client) = unbounded();
    let (done, written) = bounded(0);
    let (complain, complaints) = unbounded();
    // The reader is not waited for: a read of standard input cannot be interrupted.
    thread::spawn(move || read_all(input, &to_server, &complain));
    thread::spawn(move || {
        write_all(output, &to_client, complaints);
        drop(done);
    });
    (Connection { sender, receiver }, written)
}

fn read_all(mut input: impl BufRead, server: &Sender<Message>, complain: &Sender<Message>) {
    while let Ok(Some(body)) = read_body(&mut input) {
        let sent = match parsed(&body) {
            Ok(message) => server.send(message).is_ok(),
            Err(sentence) => complain.send(log_message(&sentence)).is_ok(),
        };
        if !sent {
            break;
        }
    }
}

/// Writes until the server has no more messages. The reader may complain for longer, and then nobody waits for it.
fn write_all(mut output: impl Write, messages: &Receiver<Message>, mut complaints: Receiver<Message>) {
    loop {
        let message = select! {
            recv(messages) -> message => message,
            recv(complaints) -> complaint => {
                if complaint.is_err() {
                    complaints = never();
                    continue;
                }
                complaint
            }
        };
        let Ok(message) = message else { return };
        if message.write(&mut output).is_err() {
            return; // The client is gone; the input ends, too.
        }
    }
}

/// A message's text. Errors: it is none, in a sentence.
fn parsed(body: &[u8]) -> Result<Message, String> {
    let value: Value = serde_json::from_slice(body)
        .map_err(|error| format!("skipped a message from the editor that is not JSON: {error}"))?;
    let method = value["method"].as_str().unwrap_or("without a method").to_owned();
    let has_id = value.get("id").is_some();
    match serde_json::from_value(value) {
        // The editor would wait for an answer to an id that is neither a number of 32 bits nor a text.
        Ok(message) if !(has_id && matches!(message, Message::Notification(_))) => Ok(message),
        _ => Err(format!(
            "skipped a message from the editor ({method}) that is neither a request nor a notification"
        )),
    }
}

/// The next message's text; `None` at the end of the input. A message that is too long is skipped, and empty. Errors:
/// there is no header where one must be, so the next message cannot be found.
fn read_body(input: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let Some(length) = read_header(input)? else { return Ok(None) };
    let mut part = input.take(length as u64);
    let mut body = Vec::new();
    if length > LONGEST {
        io::copy(&mut part, &mut io::sink())?;
    } else {
        part.read_to_end(&mut body)?;
        if body.len() < length {
            return Ok(None);
        }
    }
    Ok(Some(body))
}

/// The length of the next message; `None` at the end of the input. Errors: the header has none.
fn read_header(input: &mut impl BufRead) -> io::Result<Option<usize>> {
    let mut length = None;
    loop {
        let mut line = String::new();
        if input.by_ref().take(LONGEST_HEADER).read_line(&mut line)? == 0 {
            return Ok(None);
        }
        let line = line.trim_end();
        if line.is_empty() {
            let missing = || io::Error::new(io::ErrorKind::InvalidData, "no Content-Length");
            return length.ok_or_else(missing).map(Some);
        }
        if let Some((name, value)) = line.split_once(':')
            && name.trim().eq_ignore_ascii_case("Content-Length")
        {
            length = value.trim().parse().ok();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<Result<String, String>> {
        let mut input = text.as_bytes();
        let mut messages = Vec::new();
        while let Ok(Some(body)) = read_body(&mut input) {
            messages.push(parsed(&body).map(|message| match message {
                Message::Request(request) => request.method,
                Message::Notification(notification) => notification.method,
                Message::Response(response) => response.id.to_string(),
            }));
        }
        messages
    }

    fn framed(body: &str) -> String {
        format!("Content-Length: {}\r\nContent-Type: x\r\n\r\n{body}", body.len())
    }

    #[test]
    fn what_is_no_message_is_told_and_the_next_is_read() {
        let all = [
            r#"{"jsonrpc":"2.0","id":1,"method":"initialize"}"#,
            "no JSON",
            r#"{"jsonrpc":"2.0","id":[],"method":"x"}"#,
            r#"{"jsonrpc":"2.0"}"#,
            "",
            r#"{"jsonrpc":"2.0","method":"exit"}"#,
        ];
        let read = read(&all.map(framed).concat());
        let [Ok(first), Err(no_json), Err(no_id), Err(nothing), Err(_), Ok(last)] = read.as_slice() else {
            panic!("{read:?}")
        };
        assert_eq!((first.as_str(), last.as_str()), ("initialize", "exit"));
        assert!(no_json.starts_with("skipped a message from the editor that is not JSON: "), "{no_json}");
        assert!(no_id.contains("(x)"), "{no_id}");
        assert!(nothing.contains("(without a method)"), "{nothing}");
    }

    #[test]
    fn all_is_written_when_the_server_ends_though_the_input_goes_on() {
        /// An input that never ends and never gives anything.
        struct Silent(Receiver<()>);
        impl Read for Silent {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                let _ = self.0.recv();
                Ok(0)
            }
        }
        let (keep, silent) = unbounded();
        let (connection, written) = connect(io::BufReader::new(Silent(silent)), io::sink());
        connection.sender.send(log_message("x")).expect("a writer");
        drop(connection);
        assert!(written.recv().is_err(), "the writer has ended");
        drop(keep);
    }

    #[test]
    fn a_cut_message_and_a_missing_header_end_the_input() {
        assert!(read("Content-Length: 9\r\n\r\n{}").is_empty());
        assert!(read("Length: 2\r\n\r\n{}").is_empty());
        assert!(read(&"x".repeat(100_000)).is_empty());
    }

    #[test]
    fn a_message_that_is_too_long_is_skipped() {
        let long = LONGEST + 1;
        let text =
            format!("Content-Length: {long}\r\n\r\n{}{}", " ".repeat(long), framed(r#"{"method":"exit"}"#));
        let read = read(&text);
        assert_eq!(read.len(), 2);
        assert!(read[0].is_err());
        assert_eq!(read[1], Ok("exit".to_owned()));
    }
}
