//! Serves on standard input and output until one of them closes or a signal arrives.

use std::io;
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};
use std::task::{Context, Poll};
use std::thread;

use faultline_jvm_process::process::signals::Signals;
use faultline_messages::failure::Failure;
use rmcp::ServiceExt;
use rmcp::service::ServerInitializeError;
use rmcp::transport::stdio;
use tokio::io::{AsyncRead, ReadBuf};
use tokio::runtime::Builder;
use tokio_util::sync::CancellationToken;

use crate::project::Project;
use crate::server::Server;

/// Serves the project at `root`, a real path. Returns the signal that stopped the server; `None` if the
/// client closed standard input. Errors: the client violates the protocol; the operating system's.
pub fn serve(root: PathBuf) -> Result<Option<i32>, Failure> {
    let failed = |what: &str, error: io::Error| Failure::failed(format!("{what} failed: {error}"));
    let project = Arc::new(Project::new(root));
    let server = Server::new(Arc::clone(&project))?;
    let end = CancellationToken::new();
    let signal = Arc::new(AtomicI32::new(0));
    let mut signals = Signals::listen().map_err(|error| failed("installing signal handlers", error))?;
    let listener = signals.handle();
    {
        let (project, end, signal) = (Arc::clone(&project), end.clone(), Arc::clone(&signal));
        thread::spawn(move || {
            if let Some(came) = signals.wait() {
                signal.store(came, Ordering::SeqCst);
                project.end();
                end.cancel();
            }
        });
    }
    let runtime = Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| failed("starting the server", error))?;
    let (input, output) = stdio();
    let input = UntilEnd { input, project: Arc::clone(&project) };
    let served = runtime.block_on(async {
        let running = match server.serve_with_ct((input, output), end).await {
            Ok(running) => running,
            // The client disconnected before or right after its first message.
            Err(
                ServerInitializeError::ConnectionClosed(_)
                | ServerInitializeError::Cancelled
                | ServerInitializeError::TransportError { .. },
            ) => return Ok(()),
            Err(error) => {
                return Err(Failure::failed(format!(
                    "the client does not speak the Model Context Protocol: {}; this command is for coding agents, \
                     which start it themselves (docs/mcp.md)",
                    crate::bound::clipped(&error.to_string())
                )));
            }
        };
        running.waiting().await.map(|_| ()).map_err(|error| Failure::failed(format!("serving failed: {error}")))
    });
    project.end();
    listener.close();
    // A blocking read of standard input cannot be cancelled, so do not wait for it.
    runtime.shutdown_background();
    served?;
    Ok(Some(signal.load(Ordering::SeqCst)).filter(|&signal| signal != 0))
}

/// Standard input; its end marks the client as gone.
struct UntilEnd<R> {
    input: R,
    project: Arc<Project>,
}

impl<R: AsyncRead + Unpin> AsyncRead for UntilEnd<R> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.input).poll_read(context, buffer);
        if matches!(read, Poll::Ready(Err(_))) || (read.is_ready() && buffer.filled().len() == before) {
            self.project.end();
        }
        read
    }
}
